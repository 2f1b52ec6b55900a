import { importMapsIn } from '#contract/delivery/document-headers.ts'

const SCRIPT = /<script\b[^>]*?\ssrc\s*=\s*["']?([^"'\s>]+)/gi
/** Links that a browser follows by itself; others are for people and search engines. */
const LINK =
  /<link\b(?=[^>]*\brel\s*=\s*["']?(?:stylesheet|modulepreload|preload|icon|manifest|apple-touch-icon)\b)[^>]*?\shref\s*=\s*["']?([^"'\s>]+)/gi

/** Addresses below this server that a document has a browser load: they have to be in the list as well. */
export function referencesOf(html: string, documentUrl: string): string[] {
  const named = [...html.matchAll(SCRIPT), ...html.matchAll(LINK)].map(([, address = '']) => address)
  const urls = [...named, ...importMapsIn(html).flatMap(addressesIn)].flatMap((address) => {
    return URL.canParse(address, documentUrl) ? [new URL(address, documentUrl)] : []
  })
  const { origin } = new URL(documentUrl)
  return [...new Set(urls.map((url) => (url.origin === origin ? url.pathname : url.href)))]
}

function addressesIn(map: string): string[] {
  try {
    const { integrity, imports } = JSON.parse(map) as Record<string, Record<string, string> | undefined>
    return [...Object.keys(integrity ?? {}), ...Object.values(imports ?? {})]
  } catch {
    // A browser ignores a map that it cannot read.
    return []
  }
}
