import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { VaultError, type VisitedFile, type VisitedLink, ZipError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { useLinkVisit } from './use-link-visit.ts'

type Visit = Pick<ReturnType<typeof useLinkVisit>, 'prepare' | 'prepareZip' | 'catchUp'>

/** Saves files of a link: one as it is, several as an archive. A file that turns out to be damaged is named, and left out afterwards. */
export function useSaveShared(link: VisitedLink, { prepare, prepareZip, catchUp }: Visit) {
  const { files: client } = useVault()
  const [damaged, setDamaged] = useState<ReadonlySet<string>>(new Set())
  const noteDamaged = (file: VisitedFile | undefined, error: unknown) => {
    if (file && error instanceof VaultError && LOST.has(error.code)) setDamaged((known) => new Set([...known, file.id]))
  }
  const saving = useMutation({
    mutationFn: async (wanted: readonly VisitedFile[]): Promise<string> => {
      const [only, ...others] = wanted
      if (only && others.length === 0) {
        await client
          .save(() => prepare(only.id), { needsVault: false })
          .catch((error: unknown) => {
            noteDamaged(only, error)
            throw new NamedError(only.name, error)
          })
        return only.name
      }
      let paths: readonly string[] = []
      const name = `${link.several?.name ?? 'QuantumShield'}.zip`
      const prepareAll = async () => {
        const ticket = await prepareZip(
          name,
          wanted.map(({ id }) => id),
        )
        paths = ticket.paths
        return ticket
      }
      try {
        await client.save(prepareAll, { needsVault: false, isZip: true })
      } catch (error) {
        if (!(error instanceof ZipError)) throw error
        noteDamaged(wanted[paths.indexOf(error.path)], error.cause)
        throw new NamedError(error.path, error.cause)
      } finally {
        await catchUp()
      }
      return name
    },
  })
  const { variables = [] } = saving
  return {
    save: (wanted: readonly VisitedFile[]) => saving.mutate(wanted),
    damaged,
    /** A sentence; of one file among several with its name. */
    problem: saving.error ? sentenceOf(saving.error) : null,
    /** What was saved last. */
    saved: saving.data ?? null,
    /** The id of the file that is being saved, or `all`. */
    saving: saving.isPending ? (variables.length === 1 ? (variables[0]?.id ?? null) : 'all') : null,
  }
}

/** What says that this file does not come, and no other try brings it. */
const LOST: ReadonlySet<string> = new Set(['file_damaged', 'share_link_file_missing', 'share_link_unavailable'])

class NamedError extends Error {
  override readonly name = 'NamedError'
  readonly file: string

  constructor(file: string, cause: unknown) {
    super('one file failed', { cause })
    this.file = file
  }
}

const sentenceOf = (error: Error): string =>
  error instanceof NamedError ? m.link.several.failed(error.file, sentenceFor(error.cause)) : sentenceFor(error)
