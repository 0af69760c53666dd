/** An attempt of a playbook to get out of its sandbox, or to take more than it may. */
export interface EscapeAttempt {
  /** What it is after. */
  readonly name: string;
  /** Shell commands, run where Ansible runs. */
  readonly command: string;
  /** What the system says that stopped it. */
  readonly stopped: RegExp;
  /** By what. */
  readonly by: string;
}

const gone = /No such file or directory/;
const notPermitted =
  /Operation not permitted|must be superuser|must be root|Permission denied|permission denied/;
const readOnly = /Read-only file system/;

const python = (code: string): string => `python3 -c ${JSON.stringify(code)}`;

/** A system call, and what the kernel answers. */
const systemCall = (call: string): string =>
  python(
    `import ctypes, os; c = ctypes.CDLL(None, use_errno=True); c.${call}; print(os.strerror(ctypes.get_errno()))`,
  );

/** Every attempt runs in one playbook; what stops each is shown by what the system answers. */
export const escapeCorpus: readonly EscapeAttempt[] = [
  ...(
    [
      ["password hashes", "cat /etc/shadow"],
      ["the home of root", "ls -d /root"],
      ["homes of people", "ls /home"],
      ["databases and logs", "ls /var/lib /var/log"],
      ["sockets of services", "ls /run /var/run"],
      ["other runs", "ls -d /tmp/sallyport-playbook-*"],
      ["the disk", "head -c 1 /dev/sda /dev/vda /dev/nvme0n1"],
      ["memory by its device", "head -c 1 /dev/mem"],
      ["devices of the kernel", "ls /sys/class"],
      ["the console", "head -c 1 /dev/console"],
    ] as const
  ).map(([name, command]) => ({ name, command, stopped: gone, by: "a file system of its own" })),
  ...(
    [
      ["its own playbook", "echo x >> /play/project/main.yml"],
      ["its inventory", "echo x >> /play/inventory.json"],
      ["programs of the system", "touch /usr/bin/x"],
      ["libraries of the system", "cp /bin/sh /usr/lib/x"],
      ["accounts", "echo 'x::0:0::/:/bin/sh' >> /etc/passwd"],
      ["the root", "mkdir /x"],
    ] as const
  ).map(([name, command]) => ({
    name,
    command,
    stopped: /Read-only file system|Permission denied/,
    by: "read-only mounts",
  })),
  ...(
    [
      ["a mount", "mount -t tmpfs none /tmp"],
      ["a bind mount", "mount --bind /tmp /usr"],
      ["what is mounted over", systemCall("umount2(b'/play', 2)")],
      ["making a mount writable", "mount -o remount,rw /usr"],
      ["another root", python("import os; os.chroot('/tmp')")],
      ["a device", "mknod /tmp/disk b 8 0"],
      ["files of root", "touch /tmp/o; chown 0:0 /tmp/o"],
      ["being root", python("import os; os.setuid(0)")],
      ["groups of root", python("import os; os.setgroups([0])")],
      ["raw packets", python("import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)")],
      ["a name for the machine", "hostname somewhere-else"],
      ["the clock", "date -s 2001-01-01"],
      ["more priority", "nice -n -20 true; renice -n -20 $$"],
      ["higher limits", "prlimit --nproc=100000:100000 --pid $$"],
      [
        "more open files",
        python("import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100000, 100000))"),
      ],
      ["the program of crashes", "echo '|/tmp/x' > /proc/sys/kernel/core_pattern"],
      ["a restart of the machine", "echo b > /proc/sysrq-trigger"],
      ["a restart by the system call", systemCall("reboot(0x1234567)")],
      ["memory of the kernel", "head -c 1 /proc/kcore"],
    ] as const
  ).map(([name, command]) => ({
    ...{ name, command },
    stopped: new RegExp(
      `${notPermitted.source}|${readOnly.source}|No such file|nonexistent|not allowed to raise`,
    ),
    by: "no privilege",
  })),
  ...(
    [
      ["a user namespace", "unshare --user --map-root-user id"],
      [
        "memory mounted in a user namespace",
        "unshare -rm sh -c 'mount -t tmpfs -o size=4g none /tmp && echo mounted'",
      ],
      ["a network in a user namespace", "unshare -rn ip link"],
      ["namespaces of others", "nsenter -t 1 -m -p -n id"],
    ] as const
  ).map(([name, command]) => ({
    name,
    command,
    stopped: notPermitted,
    by: "a root that is not that of its mounts",
  })),
  {
    ...{ name: "privileges of a set-uid program", by: "no new privileges" },
    command: "cp /usr/bin/id /tmp/id; chmod 4755 /tmp/id; /tmp/id -u | grep -qx 0 || echo still nobody",
    stopped: /still nobody/,
  },
  {
    ...{ name: "becoming somebody else", by: "no new privileges" },
    command: "echo | su -c id 2>&1 | grep uid=0 || echo still nobody",
    stopped: /still nobody/,
  },
  {
    ...{ name: "processes of others", by: "processes of its own" },
    command: "kill -9 99999; ls /proc | grep -cE '^[0-9]{4,}$' | grep -qx 0 && echo nobody else is there",
    stopped: /nobody else is there/,
  },
  ...(
    [
      ["the database", "127.0.0.1", 5432],
      ["the network of this machine", "10.0.0.1", 80],
      ["metadata of a cloud", "169.254.169.254", 80],
      ["elsewhere", "192.0.2.1", 443],
    ] as const
  ).map(([name, address, port]) => ({
    name,
    command: python(`import socket; socket.create_connection(('${address}', ${port}), 2)`),
    stopped: /Network is unreachable|Connection refused/,
    by: "a network without an interface",
  })),
  {
    ...{ name: "names of the network", by: "a network without an interface" },
    command: python("import socket; socket.getaddrinfo('sallyport.example', 80)"),
    stopped: /Temporary failure|Name or service not known|No address/,
  },
  {
    ...{ name: "sockets without a file", by: "a network without an interface" },
    command: "cat /proc/net/unix | grep -c '@' | grep -qx 0 && echo there are none",
    stopped: /there are none/,
  },
  {
    ...{ name: "shared memory of others", by: "memory of its own" },
    command: "ls /dev/shm | wc -l | grep -qx 0 && ipcs -m | grep -c 0x | grep -qx 0 && echo there is none",
    stopped: /there is none/,
  },
];
