import fs from 'node:fs'

const CANDIDATES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Path of a Firefox on this machine, `FIREFOX_PATH` first; undefined when there is none. */
export function findFirefox() {
  return [process.env.FIREFOX_PATH, ...CANDIDATES].find((path) => path && fs.existsSync(path))
}
