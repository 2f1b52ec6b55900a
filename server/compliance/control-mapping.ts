import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { CNSA_2 } from './controls/cnsa-2.ts'
import type { Control } from './controls/control.ts'
import { GDPR } from './controls/gdpr.ts'
import { HIPAA } from './controls/hipaa.ts'
import { ISO_27001 } from './controls/iso-27001.ts'
import { NIST_800_53 } from './controls/nist-800-53.ts'
import { PCI_DSS } from './controls/pci-dss.ts'
import { SOC_2 } from './controls/soc-2.ts'

/** Every control that this product says something about. Self-assessed: nobody else has examined it. */
export const CONTROLS: readonly Control[] = [
  ...SOC_2,
  ...ISO_27001,
  ...GDPR,
  ...HIPAA,
  ...PCI_DSS,
  ...NIST_800_53,
  ...CNSA_2,
]

const STATE_TEXT = {
  implemented: 'Implemented',
  partly: 'Partly',
  operator: "Operator's duty",
  'not yet': 'Not yet',
} as const

/** The mapping for spreadsheets (RFC 4180, with a byte order mark so that Excel reads UTF-8). */
export function controlMappingCsv(): string {
  const header = ['Framework', 'Control', 'Asks for (paraphrased)', 'What the product does', 'Where', 'State']
  const rows = CONTROLS.map(({ framework, id, asks, measure, evidence, state }) => [
    framework,
    id,
    asks,
    measure,
    evidence.join(' '),
    STATE_TEXT[state],
  ])
  return csvHead(header) + rows.map((row) => csvLine(row)).join('')
}

/** The same for programs. */
export function controlMappingJson(): string {
  const note =
    'Self-assessed. Controls are paraphrased; the text of each framework decides. No certificate follows from this mapping.'
  return JSON.stringify({ note, controls: CONTROLS }, null, 2)
}
