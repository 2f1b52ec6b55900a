import fs from 'node:fs'

/** Switches for a quiet headless Chromium that never talks to the outside. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Path of a Chromium on this machine, `CHROME_PATH` first; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROME_PATH, ...CANDIDATES].find((path) => path && fs.existsSync(path))
}
