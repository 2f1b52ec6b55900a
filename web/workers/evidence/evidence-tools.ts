import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '#crypto/encoding.ts'
import type { EvidenceTools } from '#ledger/evidence/bundle.ts'
import { toBase64 } from '#ledger/notes/base64.ts'
// Their text, not the modules.
// oxlint-disable-next-line import/default
import formats from './evidence-formats.mjs?raw'
import readMe from './evidence-readme.txt?raw'
// oxlint-disable-next-line import/default
import program from './verify-evidence.mjs?raw'
// oxlint-disable-next-line import/default
import page from './verify-page.mjs?raw'
import html from './verify.html?raw'

/** What goes with a bundle, so that somebody without our software can check it. */
export const evidenceTools = (): EvidenceTools => ({
  'README.txt': readMe,
  'verify-evidence.mjs': program,
  'evidence-formats.mjs': formats,
  'verify.html': onePage(),
})

/** The same program as a page by itself, which may run this and nothing else, and open no connection. */
function onePage(): string {
  const [beforeStyle, style, beforeScript, , end] = html.split(
    /(?<=<(?:style|script type="module")>)|(?=<\/(?:style|script)>)/,
  )
  const script = `\n${[formats, program, page].map(withoutModules).join('\n')}`
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style ?? '')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return [beforeStyle?.replace('CONTENT_SECURITY_POLICY', policy), style, beforeScript, script, end].join('')
}

/** The files of a program in one scope. */
const withoutModules = (text: string): string =>
  text.replaceAll(/^import \{[^}]*\} from '\.\/[\w.-]+'\n/gm, '').replaceAll(/^export /gm, '')

const hashOf = (text: string): string => `'sha256-${toBase64(sha256(utf8(text)))}'`
