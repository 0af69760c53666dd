/** Where people allow an SSH client; the token follows. Short, because it may have to be typed. */
export const requestPath = "/core/auth/ssh/";
