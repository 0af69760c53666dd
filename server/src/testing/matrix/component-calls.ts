/** Who may call what components call, and what is told of them: lines of the table in `policy.ts`. */
export const componentCalls = `
everybody       POST                       /api/v1/terminal/{terminal-registrations,registration}/
system          GET                        /api/v1/terminal/{status,terminals/status,terminals/:id/status,components/metrics}/
components      POST                       /api/v1/terminal/{status,terminals/status,terminals/:id/status,sessions,terminals/sessions,terminals/:id/sessions,sessions/:id/replay}/
components      GET                        /api/v1/terminal/terminals/config/
components      PUT,PATCH                  /api/v1/terminal/{sessions,tasks}/:id/
system          GET                        /api/v1/sallyport/{components/:id/loads,health}/
`;
