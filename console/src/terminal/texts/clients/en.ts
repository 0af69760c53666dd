/** Texts of connections that other programs carry: the person's own, and pages of components. */
export default {
  client: {
    once: "This password can be used for one connection.",
    often: "This password can be used for connections until it expires.",
    left: "Time left: {{time}}",
    over: "This password has expired.",
    renew: "Get new password",
    always: "You can also connect at any time with your own password or SSH key:",
    command: "Command",
    password: "Password",
    show: "Show",
    hide: "Hide",
    host: "Host",
    port: "Port",
    username: "Username",
    form: "For clients with a form: host, port, username",
    open: "Open in client",
    known: "This computer has a client for jms:// links. Always open it directly.",
    reusable: "Allow multiple uses",
    editors: "For editors: VS Code, JetBrains",
    config: "SSH configuration",
    vscode:
      "Install the extension Remote - SSH, run “Remote-SSH: Open SSH Configuration File”, add these lines, then run “Remote-SSH: Connect to Host” and choose {{alias}}.",
    jetbrains: "Add these lines to ~/.ssh/config, create an SSH connection and enter {{alias}} as host.",
    editorsNeed:
      "Editors need a permission that allows port forwarding, and an asset that can run the editor's server.",
    filePrograms: "For file transfer programs: WinSCP, FileZilla",
    address: "Address",
    winscp: "Paste the address into the host name of a new session, then sign in.",
    filezilla:
      "Create a site with the protocol SFTP, these values and the sign-in type Interactive, or your key file.",
    failed: "The connection could not be prepared. Try again.",
    nothingOpened: "No client seems to have opened.",
    useCommand:
      "jms:// links need a client of the compatible API, which is not part of Sallyport. Use the command above in any SSH client instead.",
    useValues:
      "jms:// links need a client of the compatible API, which is not part of Sallyport. Use the command or the values above in any client of this database instead.",
    useFile:
      "jms:// links need a client of the compatible API, which is not part of Sallyport. Download the RDP file and open it with any remote desktop client instead.",
    database: "Database",
    desktopAsks: "The remote desktop client asks for this password. The file contains everything else.",
    file: "Download RDP file",
    fullScreen: "Full screen",
    allMonitors: "Use all monitors",
    drives: "Share drives of this computer",
  },
  component: {
    waiting: "Waiting for {{component}}…",
    frame: "Session of {{name}}",
    failed: "{{component}} did not answer",
    silent: "{{component}} has not answered for 10 seconds",
    failedHint:
      "The component {{component}} opens this connection, at {{address}}/{{component}}/. Ask an administrator to check that it is running, and that a proxy or an endpoint leads there.",
    blockedHint:
      "The endpoint {{address}} was not known when this page was loaded. Reload the page, then connect again.",
    reload: "Reload page",
  },
} as const;
