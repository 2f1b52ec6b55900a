import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { FILES_BUCKET, LIMITS } from '#contract/limits.ts'
import { nameThatFits, safeFileName } from '#vault/files/file-name.ts'
import { type VaultFile, proveShown } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { Batch } from '../files/batch.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { asFound, VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

const FILE_COLUMNS =
  'id,space_id,space_epoch,version,original_name,mime_type,file_size,encryption_key,content_id,storage_path,manifest,manifest_signature'
const rows = z.array(z.record(z.string(), z.unknown()))
const fileRow = z.looseObject({ id: z.uuid(), content_id: z.uuid(), storage_path: z.string(), manifest: z.string() })

/** Saves files as they are stored, sealed, with the records that `tools/decrypt.py` needs to open them without this software. */
export const exportFiles: Command = {
  usage: 'export <path, name or id>… [--to <folder>] | export --all [--to <folder>]',
  summary: 'save sealed files with their records, to be opened by tools/decrypt.py without this software',
  details:
    'For each file two are made: <name>.sealed and <name>.export.json; what is there already is not fetched again. They open with the recovery words or the password:\n' +
    '  python3 tools/decrypt.py --export <name>.export.json --blob <name>.sealed --phrase - --out <name>',
  options: ['all', 'to', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (options.all === words.length > 0) throw usageError('Name files, or use --all.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened, undefined)
    const batch = new Batch(signal)
    const files: VaultFile[] = options.all ? tree.files : []
    for (const word of words)
      await batch.try(word, async () => {
        const file = tree.findFile(word)
        await tree.prove(opened, [asFound(file)])
        files.push(file)
      })
    const folder = options.to ?? '.'
    fs.mkdirSync(folder, { recursive: true })
    const keys = await readKeys(opened)
    const saved: { id: string; name: string; sealed: string; records: string }[] = []
    let there = 0
    for (const [at, shown] of files.entries()) {
      const { id, name } = shown
      output.progress(`${at + 1} of ${files.length}  ${printable(name)}`)
      await batch.try(name, async () => {
        const file = await provedFile(opened, shown)
        const { base, isThere } = placeOf(folder, safeFileName(name), file)
        if (isThere) {
          there += 1
          return output.note(`${printable(`${base}.sealed`)} is there already`)
        }
        await saveExport(opened, { file, base, keys, signal })
        saved.push({ id, name, sealed: `${base}.sealed`, records: `${base}.export.json` })
      })
    }
    output.result(
      [...saved, ...batch.asJson()],
      saved.flatMap(({ sealed, records }) => [printable(sealed), printable(records)]),
    )
    batch.end({ done: saved.length + there, verb: 'exported' })
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

type SealedFile = z.infer<typeof fileRow>

/** The record of a file whose signature was checked; the script compares the content with what was signed. */
async function provedFile({ api, vault }: Opened, shown: Shown): Promise<SealedFile> {
  const { id } = shown
  const { signed } = await proveShown(api, vault, shown)
  const [file] = z.array(fileRow).parse(await api.rest(`file_records?id=eq.${id}&select=${FILE_COLUMNS}`))
  if (file?.manifest !== signed.text) throw new CommandError('The file is no longer there.', EXIT.notFound)
  return file
}

type Export = { file: SealedFile; base: string; keys: Record<string, unknown>; signal: AbortSignal }

async function saveExport({ api }: Opened, { file, base, keys, signal }: Export): Promise<void> {
  const address = `/storage/v1/object/authenticated/${FILES_BUCKET}/${file.storage_path}`
  const { body } = await api.fetch(address, { signal })
  if (!body) throw new CommandError('The server sent nothing.')
  const partial = `${base}.sealed.partial`
  await pipeline(Readable.from(body), fs.createWriteStream(partial), { signal })
  fs.writeFileSync(`${base}.export.json`, `${JSON.stringify({ ...keys, file }, null, 2)}\n`, { mode: 0o600 })
  // Last: where the sealed file is, everything is.
  fs.renameSync(partial, `${base}.sealed`)
}

/**
 * Where a file goes, and whether an earlier run has put it there. Never over something else: the records would be of one file and the bytes
 * of another. Two files may have the same name, and a file may have changed since it was exported.
 */
function placeOf(folder: string, name: string, file: SealedFile): { base: string; isThere: boolean } {
  for (const suffix of ['', `.${file.id}`, `.${file.id}.${file.content_id}`]) {
    const base = path.join(folder, nameThatFits(name, suffix, MAX_NAME_BYTES))
    const exported = recordsAt(base)
    if (exported === 'none') return { base, isThere: false }
    if (exported === 'other' || exported.id !== file.id || exported.content_id !== file.content_id) continue
    // Without the sealed file an earlier run was cut off before its end.
    return { base, isThere: fs.existsSync(`${base}.sealed`) }
  }
  const message = `${printable(name)} is there already, and is something else. Choose another folder with --to.`
  throw new CommandError(message, EXIT.conflict)
}

/** The names of both files, and of the one that is being written, have to fit. */
const MAX_NAME_BYTES = LIMITS.fileNameBytes - '.sealed.partial'.length

/** The record that an earlier export left at a place: none, or `other` for files that no export made. */
function recordsAt(base: string): { id: string; content_id: string } | 'none' | 'other' {
  const records = `${base}.export.json`
  if (!fs.existsSync(records)) return fs.existsSync(`${base}.sealed`) ? 'other' : 'none'
  try {
    return exportedShape.parse(JSON.parse(fs.readFileSync(records, 'utf8'))).file
  } catch {
    return 'other'
  }
}

const exportedShape = z.object({ file: z.object({ id: z.uuid(), content_id: z.uuid() }) })
