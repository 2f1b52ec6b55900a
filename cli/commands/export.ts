import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { FILES_BUCKET } from '#contract/limits.ts'
import { safeFileName } from '#vault/files/file-name.ts'
import { proveShown } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from './command.ts'

const FILE_COLUMNS =
  'id,space_id,space_epoch,version,original_name,mime_type,file_size,encryption_key,content_id,storage_path,manifest,manifest_signature'
const rows = z.array(z.record(z.string(), z.unknown()))
const fileRow = z.looseObject({ id: z.uuid(), storage_path: z.string(), manifest: z.string() })

/** Saves files as they are stored, sealed, with the records that `tools/decrypt.py` needs to open them without this software. */
export const exportFiles: Command = {
  usage: 'export <path, name or id>… [--to <folder>] | export --all [--to <folder>]',
  summary: 'save sealed files with their records, to be opened by tools/decrypt.py without this software',
  details:
    'For each file two are made: <name>.sealed and <name>.export.json. They open with the recovery words or the password:\n' +
    '  python3 tools/decrypt.py --export <name>.export.json --blob <name>.sealed --phrase - --out <name>',
  options: ['all', 'to', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (options.all === words.length > 0) throw usageError('Name files, or use --all.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened, undefined)
    const files = options.all ? tree.files : words.map((word) => tree.findFile(word))
    const folder = options.to ?? '.'
    fs.mkdirSync(folder, { recursive: true })
    const keys = await readKeys(opened)
    const taken = new Set<string>()
    const saved = []
    for (const [at, file] of files.entries()) {
      const { id, name } = file
      output.progress(`${at + 1} of ${files.length}  ${printable(name)}`)
      const base = path.join(folder, freeName(safeFileName(name), id, taken))
      await saveExport(opened, { file, base, keys, signal })
      saved.push({ id, name, sealed: `${base}.sealed`, records: `${base}.export.json` })
    }
    output.result(
      saved,
      saved.flatMap(({ sealed, records }) => [printable(sealed), printable(records)]),
    )
  },
}

/** What opens every file of the account, still sealed: nothing in it is readable without the password or the words. */
async function readKeys({ api, userId, email }: Opened): Promise<Record<string, unknown>> {
  return {
    user_id: userId,
    kdf: await api.auth('kdf', { email }),
    account_wraps: rows.parse(await api.rest('account_wraps?select=kind,wrapped_key')),
    space_keys: rows.parse(await api.rest('space_keys?select=space_id,epoch,wrapped_key')),
  }
}

type Export = { file: Shown; base: string; keys: Record<string, unknown>; signal: AbortSignal }

async function saveExport({ api, vault }: Opened, { file: shown, base, keys, signal }: Export): Promise<void> {
  const { id } = shown
  const [sealed, records] = [`${base}.sealed`, `${base}.export.json`]
  // Never over something that is there: the records would be of one file and the bytes of another.
  const there = [sealed, records].find((target) => fs.existsSync(target))
  if (there)
    throw new CommandError(`${printable(there)} is there already. Choose another folder with --to.`, EXIT.conflict)
  // The signature is checked here; the script compares the content with what was signed.
  const { signed } = await proveShown(api, vault, shown)
  const [file] = z.array(fileRow).parse(await api.rest(`file_records?id=eq.${id}&select=${FILE_COLUMNS}`))
  if (file?.manifest !== signed.text) throw new CommandError('The file is no longer there.', EXIT.notFound)
  const address = `/storage/v1/object/authenticated/${FILES_BUCKET}/${file.storage_path}`
  const { body } = await api.fetch(address, { signal })
  if (!body) throw new CommandError('The server sent nothing.')
  const partial = `${sealed}.partial`
  await pipeline(Readable.from(body), fs.createWriteStream(partial), { signal })
  fs.writeFileSync(records, `${JSON.stringify({ ...keys, file }, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  // Last: where the sealed file is, everything is.
  fs.renameSync(partial, sealed)
}

/** Two files may have the same name in different folders. */
function freeName(name: string, id: string, taken: Set<string>): string {
  const free = taken.has(name.toLowerCase()) ? `${name}.${id}` : name
  taken.add(free.toLowerCase())
  return free
}
