/** Texts of the notices above a page: license, password, announcement. */
export default {
  region: "Notices",
  close: "Close this notice",
  view: "Open the license",
  changePassword: "Change password",
  more: "Read more",
  licenseExpired: "The license expired on {{date}}. Features that need one are switched off.",
  licenseEnds: "The license ends on {{date}}.",
  licenseTesting: "This license is for testing only.",
  licenseExceeded: "There are {{count}} assets, and the license covers {{limit}}.",
  passwordExpired: "Your password has expired. Change it to keep access.",
  passwordEnds_one: "Your password expires in {{count}} day. Change it before then.",
  passwordEnds_other: "Your password expires in {{count}} days. Change it before then.",
  announcement: "Announcement: {{subject}}",
  announcementPlain: "Announcement",
} as const;
