/** Words of one meaning that names of office files have. The first is what they are compared as. */
const SAME: readonly (readonly string[])[] = [
  ['invoice', 'bill', 'billing', 'rechnung', 'facture'],
  ['receipt', 'beleg', 'quittung', 'reçu'],
  ['contract', 'agreement', 'vertrag', 'contrat', 'nda'],
  ['offer', 'quote', 'quotation', 'proposal', 'angebot', 'devis'],
  ['salary', 'payroll', 'wage', 'pay', 'payslip', 'gehalt', 'lohn', 'salaire'],
  ['resume', 'cv', 'curriculum', 'lebenslauf', 'application', 'bewerbung'],
  ['photo', 'picture', 'image', 'img', 'foto', 'bild', 'pic', 'snapshot', 'jpg', 'jpeg', 'png', 'heic', 'webp'],
  ['video', 'movie', 'film', 'clip', 'recording', 'mp4', 'mov', 'mkv', 'webm'],
  ['audio', 'song', 'music', 'voice', 'mp3', 'wav', 'm4a'],
  ['presentation', 'slide', 'deck', 'pptx', 'ppt', 'odp', 'key', 'präsentation'],
  ['spreadsheet', 'table', 'sheet', 'excel', 'xlsx', 'xls', 'csv', 'ods', 'tabelle'],
  ['document', 'letter', 'text', 'docx', 'doc', 'odt', 'brief', 'lettre'],
  ['archive', 'zip', 'tar', 'gz', '7z', 'rar', 'backup'],
  ['passport', 'id', 'identity', 'ausweis', 'pass', 'passeport'],
  ['tax', 'vat', 'steuer', 'impôt', 'irs'],
  ['insurance', 'policy', 'versicherung', 'assurance'],
  ['holiday', 'vacation', 'trip', 'travel', 'urlaub', 'reise', 'vacances'],
  ['minutes', 'protocol', 'meeting', 'notes', 'protokoll', 'réunion'],
  ['report', 'review', 'summary', 'bericht', 'rapport'],
  ['plan', 'roadmap', 'schedule', 'timeline', 'planung'],
  ['budget', 'forecast', 'cost', 'expense', 'kosten', 'dépense'],
  ['certificate', 'diploma', 'zertifikat', 'zeugnis', 'certificat'],
  ['medical', 'doctor', 'health', 'patient', 'arzt', 'médecin'],
  ['rent', 'lease', 'tenancy', 'miete', 'mietvertrag', 'bail'],
  ['password', 'credential', 'login', 'passwort', 'kennwort'],
]

/** Words that say nothing about a file. */
const EMPTY = new Set(
  'a an and are as at by can could did do does file files find for from give have how i in is it its last latest look me my of on open our please show tell that the their there this to us was we were what when where which who with you your'.split(
    ' ',
  ),
)

const meanings = new Map(SAME.flatMap((words) => words.map((word) => [word, words[0] ?? word])))

export type Named = { readonly id: string; readonly name: string }

/**
 * Files whose names mean what was asked: the same words, other forms of them, words of the same meaning, and kinds of files. Computed here, of
 * names that the vault has opened; nothing is sent.
 * @returns best first; only those that have every second of the words that were asked for
 */
export function findByName<File extends Named>(files: readonly File[], question: string): File[] {
  const asked = [
    ...new Set(
      wordsOf(question)
        .filter((word) => !EMPTY.has(word))
        .map(meaningOf),
    ),
  ]
  if (asked.length === 0) return []
  const scored = files
    .map((file) => ({ file, score: scoreOf(file.name, asked) }))
    .filter(({ score }) => score >= asked.length / 2)
  return scored.toSorted((a, b) => b.score - a.score || (a.file.name < b.file.name ? -1 : 1)).map(({ file }) => file)
}

function scoreOf(name: string, asked: readonly string[]): number {
  const has = wordsOf(name).map(meaningOf)
  return asked.reduce((sum, word) => sum + Math.max(0, ...has.map((other) => likeness(word, other))), 0)
}

/** 1 for the same, less for one that begins with the other. */
function likeness(asked: string, other: string): number {
  if (asked === other) return 1
  const [short, long] = asked.length < other.length ? [asked, other] : [other, asked]
  return short.length >= 4 && long.startsWith(short) ? 0.7 : 0
}

const meaningOf = (word: string): string => meanings.get(word) ?? meanings.get(stemOf(word)) ?? stemOf(word)

/** Without the commonest English endings: enough for plurals and -ing. */
function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? []
