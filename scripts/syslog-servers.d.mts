export const SYSLOG_NG: string
export function findRsyslog(): string | undefined
export function findSyslogNg(): string | undefined
