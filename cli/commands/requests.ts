import { receiveFiles } from '#vault/requests/receive-files.ts'
import { endRequest, listRequests } from '#vault/requests/requests.ts'
import { usageError } from '../command-error.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { type Output, printable, table } from '../output.ts'
import type { Command } from '../command.ts'

/** Lists requests for files, takes in what arrived, or ends one. */
export const requests: Command = {
  usage: 'requests [--receive] | requests --end <id>',
  summary: 'list your requests for files; --receive takes in what arrived, --end ends one',
  options: ['receive', 'end', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length > 0 || (options.receive && options.end !== undefined))
      throw usageError('Use --receive, or --end with an id.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    if (options.receive) return receive(opened, output)
    if (options.end !== undefined) {
      await endRequest(opened.api, options.end, new Date())
      output.result({ ended: options.end }, ['The request was ended. What has arrived stays.'])
      return
    }
    const list = await listRequests(opened.api, opened.vault)
    output.result(
      list.map(({ id, title, path, filesDelivered, maxFiles, bytesDelivered, maxBytes, expiresAt, hasPassword }) => ({
        id,
        title,
        url: path && new URL(path, opened.server).href,
        files: filesDelivered,
        max_files: maxFiles,
        bytes: bytesDelivered,
        max_bytes: maxBytes,
        expires_at: expiresAt,
        has_password: hasPassword,
      })),
      table(
        list.map(({ id, title, filesDelivered, maxFiles, expiresAt }) => [
          id,
          printable(title ?? 'cannot be shown'),
          `${filesDelivered} of ${maxFiles} files`,
          `until ${expiresAt.slice(0, 10)}`,
        ]),
      ),
    )
  },
}

async function receive({ api, vault }: Opened, output: Output): Promise<void> {
  const { accepted, refused } = await receiveFiles(api, vault, new Date())
  const names = accepted.map(({ name }) => name)
  output.result({ accepted: names, refused: refused.map(({ id, requestId }) => ({ id, request_id: requestId })) }, [
    ...names.map((name) => printable(name)),
    ...refused.map(({ id }) => `${id} did not pass its check and was left out; delete it on the page Shared.`),
  ])
}
