type Kind = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'
type Load = () => Promise<string>

/**
 * What pdf.js needs beside its code, each in a script of its own that the document names by its hash: the decoders of JPEG 2000 and JBIG2,
 * the two fonts of symbols that no system has, and the tables of East Asian encodings, which come together.
 */
const LOADED: Readonly<Record<string, Load>> = {
  'openjpeg.wasm': async () => (await import('pdfjs-dist/wasm/openjpeg.wasm?url&inline')).default,
  'jbig2.wasm': async () => (await import('pdfjs-dist/wasm/jbig2.wasm?url&inline')).default,
  'FoxitSymbol.pfb': async () => (await import('pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url&inline')).default,
  'FoxitDingbats.pfb': async () => (await import('pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url&inline')).default,
}

/** pdf.js makes one for each document, and asks it instead of the network. */
export class PdfData {
  /** @throws Error for what we do not deliver: pdf.js draws the rest of the page without it. */
  async fetch({ kind, filename }: { kind: Kind; filename: string }): Promise<Uint8Array<ArrayBuffer>> {
    if (kind === 'cMapUrl') return bytesOf(await encoding(filename))
    const load = LOADED[filename]
    if (!load) throw new Error(`no ${filename}`)
    return bytesOf(await load())
  }
}

async function encoding(filename: string): Promise<string> {
  const { encodings } = await import('./encodings.ts')
  const found = encodings.get(filename)
  if (!found) throw new Error(`no encoding ${filename}`)
  return found
}

/** The content of a `data:` address in base64. The policy of the page lets nobody fetch one. */
export function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
