import type { Page } from '@playwright/test'

/** What a page of the site may load at its first visit, workers included, as the server sends it. */
export const SITE_SCRIPT_BYTES = 125 * 1024
/** A page of the app that somebody only looks at: scripts alone, and all of it: document, scripts, styles and fonts. */
export const LOGIN_SCRIPT_BYTES = 250 * 1024
export const LOGIN_BYTES = 300 * 1024
/** Scripts that the admin panel adds to the dashboard of an owner until its overview is shown, and all of a visit that begins there, workers included. */
export const PANEL_SCRIPT_BYTES = 32 * 1024
export const PANEL_FIRST_BYTES = 600 * 1024
export const STYLE_BYTES = 12 * 1024

type Weight = { documents: number; scripts: number; styles: number; fonts: number }

const KINDS: Readonly<Record<string, keyof Weight>> = { '.js': 'scripts', '.css': 'styles', '.woff2': 'fonts' }

/**
 * Counts the bytes of documents, scripts, workers, styles and fonts from now on, by the length of each answer: as it was compressed on its way.
 * @returns the sum so far. @throws Error when the server did not say how long an answer is, or did not compress it.
 */
export function weighPage(page: Page): () => Weight {
  const weight: Weight = { documents: 0, scripts: 0, styles: 0, fonts: 0 }
  const unknown: string[] = []
  page.on('response', (response) => {
    const { protocol, pathname } = new URL(response.url())
    const isDocument = response.request().resourceType() === 'document'
    const kind = isDocument ? 'documents' : KINDS[/\.\w+$/.exec(pathname)?.[0] ?? '']
    // The script of a worker starts from memory; it was counted when it was fetched.
    if (!kind || protocol === 'blob:' || response.status() !== 200) return
    const { 'content-length': length, 'content-encoding': encoding } = response.headers()
    if (length === undefined || (kind !== 'fonts' && encoding !== 'br' && Number(length) > 512)) unknown.push(pathname)
    weight[kind] += Number(length)
  })
  return () => {
    if (unknown.length > 0) throw new Error(`not compressed, or of unknown length: ${unknown.join(', ')}`)
    return weight
  }
}
