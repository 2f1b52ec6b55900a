import fs from 'node:fs'
import path from 'node:path'
import { unpackedAt } from './debian-packages.mjs'

/** Debian's package is unpacked beside rsyslog, for only one of the two may be installed. */
export const SYSLOG_NG = 'syslog-ng'

/** Path of rsyslog with its module for TLS; undefined when one of them is missing. */
export function findRsyslog() {
  const libraries = fs.existsSync('/usr/lib') ? fs.readdirSync('/usr/lib') : []
  const hasTls = libraries.some((name) => fs.existsSync(`/usr/lib/${name}/rsyslog/lmnsd_gtls.so`))
  return hasTls && fs.existsSync('/usr/sbin/rsyslogd') ? '/usr/sbin/rsyslogd' : undefined
}

/** The folder `/` that syslog-ng lies in; undefined when there is none. */
export function findSyslogNg() {
  return ['/', unpackedAt(SYSLOG_NG)].find((root) => fs.existsSync(path.join(root, 'usr/sbin/syslog-ng')))
}
