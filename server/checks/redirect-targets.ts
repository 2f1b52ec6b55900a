import type { Answer } from './site.ts'

/** Where an answer sends a browser, which reads a backslash as a slash and leaves out tabs and line breaks. */
export function redirectTargets({ headers: { location, refresh } }: Answer, origin: string): URL[] {
  return [location, refresh?.toString().split(/url=/i)[1]].flatMap((target) => {
    const read = target
      ?.trim()
      .replaceAll(/[\t\r\n]/g, '')
      .replaceAll('\\', '/')
    return read !== undefined && URL.canParse(read, origin) ? [new URL(read, origin)] : []
  })
}
