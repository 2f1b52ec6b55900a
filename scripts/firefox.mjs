import fs from 'node:fs'
import path from 'node:path'

const CANDIDATES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Firefox 140, the support release before, knows neither downloads nor collected answers over WebDriver BiDi. */
export const OLDEST_FIREFOX = 153

/** Path of a Firefox that the tests can drive, `FIREFOX_PATH` first; undefined when there is none, or only an older one. */
export function findFirefox() {
  return [process.env.FIREFOX_PATH, ...CANDIDATES].find(
    (file) => file && fs.existsSync(file) && firefoxVersion(file) >= OLDEST_FIREFOX,
  )
}

/** From the file beside the executable, because a start takes seconds. A Firefox without it is tried. */
export function firefoxVersion(file) {
  try {
    const about = fs.readFileSync(path.join(path.dirname(fs.realpathSync(file)), 'application.ini'), 'utf8')
    return Number(/^Version=(\d+)/m.exec(about)?.[1])
  } catch {
    return Infinity
  }
}
