import type { EvidenceTools } from '#ledger/evidence/bundle.ts'
// Their text, not the modules.
// oxlint-disable-next-line import/default
import formats from './evidence-formats.mjs?raw'
import readMe from './evidence-readme.txt?raw'
// oxlint-disable-next-line import/default
import program from './verify-evidence.mjs?raw'

/** What goes with a bundle, so that somebody without our software can check it. */
export const evidenceTools: EvidenceTools = {
  'README.txt': readMe,
  'verify-evidence.mjs': program,
  'evidence-formats.mjs': formats,
}
