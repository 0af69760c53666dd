import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

/**
 * What tests talk to: any of `programs` will do, or, of a library, the copyright file that comes with its package. What is `optional` is too large to be installed for them;
 * `without` says what is done without one, by default that tests are skipped.
 */
const PEERS = [
  { name: "OpenSSH server", programs: ["sshd"], package: "openssh-server" },
  { name: "OpenSSH client", programs: ["ssh"], package: "openssh-client" },
  { name: "Chromium", programs: ["chromium", "chromium-browser", "google-chrome"], package: "chromium" },
  {
    name: "Chromium's headless shell",
    programs: ["chromium-headless-shell"],
    package: "chromium-headless-shell",
    without: "tests run in Chromium instead and take longer",
  },
  { name: "Dropbear server", programs: ["dropbear"], package: "dropbear-bin" },
  { name: "telnet server", programs: ["telnetd"], package: "inetutils-telnetd" },
  { name: "sshpass", programs: ["sshpass"], package: "sshpass" },
  { name: "PuTTY's plink", programs: ["plink"], package: "putty-tools" },
  { name: "FileZilla's SFTP engine", programs: ["fzsftp"], package: "filezilla" },
  { name: "Dropbear client", programs: ["dbclient"], package: "dropbear-bin" },
  { name: "mosh", programs: ["mosh"], package: "mosh" },
  { name: "Paramiko", programs: [], package: "python3-paramiko" },
  { name: "AsyncSSH", programs: [], package: "python3-asyncssh" },
  { name: "libssh", programs: [], package: "libssh-4" },
  { name: "Ansible", programs: ["ansible"], package: "ansible-core" },
  { name: "ssh-audit", programs: ["ssh-audit"], package: "ssh-audit" },
  { name: "Z shell", programs: ["zsh"], package: "zsh" },
  { name: "fish", programs: ["fish"], package: "fish" },
  { name: "git", programs: ["git"], package: "git" },
  { name: "sudo", programs: ["sudo"], package: "sudo" },
  { name: "lrzsz (ZMODEM)", programs: ["rz"], package: "lrzsz" },
  { name: "rsync", programs: ["rsync"], package: "rsync" },
  { name: "tcpdump", programs: ["tcpdump"], package: "tcpdump" },
  { name: "MariaDB server", programs: ["mariadbd"], package: "mariadb-server" },
  { name: "rsyslog", programs: ["rsyslogd"], package: "rsyslog" },
  { name: "rsyslog's TLS by GnuTLS", programs: [], package: "rsyslog-gnutls" },
  { name: "Redis server", programs: ["redis-server"], package: "redis-server" },
  { name: "OpenLDAP server", programs: ["slapd"], package: "slapd" },
  { name: "Samba AD DC", programs: [], package: "samba-ad-dc" },
  { name: "Samba's data of a new domain", programs: [], package: "samba-ad-provision" },
  { name: "PHP", programs: ["php"], package: "php-cli" },
  { name: "PHP's XML reader", programs: [], package: "php-xml" },
  { name: "PHP's multibyte strings", programs: [], package: "php-mbstring" },
  { name: "SimpleSAMLphp", programs: [], package: "simplesamlphp" },
  { name: "LemonLDAP::NG", programs: [], package: "liblemonldap-ng-portal-perl" },
  { name: "Plack (for LemonLDAP::NG)", programs: ["plackup"], package: "libplack-perl" },
  { name: "Lasso in Perl (for LemonLDAP::NG)", programs: [], package: "liblasso-perl" },
  { name: "XML::Simple (for LemonLDAP::NG)", programs: [], package: "libxml-simple-perl" },
  { name: "IO::String (for LemonLDAP::NG)", programs: [], package: "libio-string-perl" },
  { name: "String::Random (for LemonLDAP::NG)", programs: [], package: "libstring-random-perl" },
  {
    name: "Large numbers in Perl (for LemonLDAP::NG)",
    programs: [],
    package: "libcrypt-openssl-bignum-perl",
  },
  { name: "FreeRADIUS", programs: ["freeradius"], package: "freeradius" },
  { name: "Pebble (ACME server)", programs: ["pebble"], package: "pebble" },
  { name: "PostgreSQL server", programs: ["pg_ctlcluster"], package: "postgresql" },
  {
    name: "LibreOffice Calc",
    programs: ["soffice", "libreoffice"],
    package: "libreoffice-calc",
    optional: true,
  },
];

const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/sbin"];

/**
 * Installs missing peers where that is possible (root on Debian).
 * @returns {Promise<string[]>} What is still missing, as sentences.
 */
export async function ensurePeers() {
  const stillMissing = () => PEERS.filter((peer) => !isPresent(peer)).map(absence);
  const missing = PEERS.filter((peer) => !peer.optional && !isPresent(peer));
  if (missing.length === 0 || process.getuid?.() !== 0 || !isOnPath("apt-get")) return stillMissing();
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quietly = { env: environment, stdio: ["ignore", "ignore", "inherit"] };
  process.stdout.write(`Installing test peers: ${missing.map((peer) => peer.package).join(", ")}\n`);
  await run("apt-get", ["update", "-qq"], quietly);
  for (const peer of missing) {
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", peer.package], quietly);
  }
  return stillMissing();
}

function absence({ name, package: source, without = "the tests that need it are skipped" }) {
  return `${name} is not installed (package ${source}); ${without}.`;
}

function isPresent(peer) {
  return peer.programs.length === 0
    ? existsSync(`/usr/share/doc/${peer.package}/copyright`)
    : peer.programs.some(isOnPath);
}

function isOnPath(program) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}
