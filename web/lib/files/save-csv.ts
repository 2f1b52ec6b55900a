import { type CsvSeparator, withSemicolons } from '#contract/csv/csv.ts'
import { saveBlob } from './save-text.ts'

const KEY = 'quantumshield-csv-separator'
/** Languages whose spreadsheets separate by semicolons. */
const SEMICOLON_LANGUAGES: ReadonlySet<string> = new Set(['de', 'fr'])
const SEPARATORS: readonly CsvSeparator[] = [',', ';']

/** How this browser's CSV files are separated: as chosen, or as spreadsheets of the language of the page read them. */
export function readCsvSeparator(storage: Pick<Storage, 'getItem'>, language: string): CsvSeparator {
  const chosen = SEPARATORS.find((one) => one === storage.getItem(KEY))
  return chosen ?? (SEMICOLON_LANGUAGES.has(language) ? ';' : ',')
}

export function saveCsvSeparator(storage: Pick<Storage, 'setItem'>, chosen: CsvSeparator): void {
  storage.setItem(KEY, chosen)
}

/** Saves a CSV file, separated as this browser's spreadsheets read it. */
export async function saveCsv(fileName: string, csv: Blob | string): Promise<void> {
  const separator = readCsvSeparator(localStorage, document.documentElement.lang)
  if (separator === ',') return saveBlob(fileName, typeof csv === 'string' ? blobOf(csv) : csv)
  saveBlob(fileName, blobOf(withSemicolons(typeof csv === 'string' ? csv : await csv.text())))
}

const blobOf = (csv: string): Blob => new Blob([csv], { type: 'text/csv;charset=utf-8' })
