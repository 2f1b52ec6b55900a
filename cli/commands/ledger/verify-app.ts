import { BUILD_LIST, type BuildList } from '#contract/delivery/build-list.ts'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import { parseVerifierKey } from '#ledger/notes/verifier-key.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { findInLog, type ListedBuild } from '../../delivery/build-log.ts'
import { compareBrowserList } from '../../delivery/browser-list.ts'
import { compareDelivery, type Problem, sha256 } from '../../delivery/compare-delivery.ts'
import { ENCODINGS, fetchLimited } from '../../delivery/fetch-limited.ts'
import { readMaxAge, readPolicyFile } from '../../delivery/policy-file.ts'
import { parseList, readLocalList } from '../../delivery/read-list.ts'
import { fetchWords } from '../../delivery/server-words.ts'
import { printable } from '../../output.ts'
import { originOf } from '../../session/server-config.ts'
import type { Command } from '../../command.ts'

/** A build of another version differs in most files. */
const SHOWN = 40
const LIST_LIMIT_BYTES = 4 * 1024 * 1024
const DETAILS = `
Fetches the list of the build, each file and document in each encoding that browsers ask for, and the headers that decide what they may do.
Without --build it compares them with the list of the server itself: who exchanges a file on the way, or forgets one, is found. With
--build it compares with what "npm run build" made of the source on this computer, in web/dist.

The anchor log of the server has to list the build, under a checkpoint that each of its keys signed: who exchanges the list as well has to enter
that in a log which everybody can read. --policy names a file with the keys that count, and how many witnesses; without it those that the server
names count, and you see which. Keep them: "curl <address>/audit/v1/policy" writes such a file. --max-age is how many hours old the signatures of
witnesses may be.

A server can tell this command from a browser, and send one person another page. Exit status: 0 all the same, 1 something differs or could
not be compared.
`

/** Compares what a server delivers with the list of its build, or with a build of one's own. */
export const verifyApp: Command = {
  usage: 'verify-app <address of the server> [--build <folder>] [--policy <file>] [--max-age <hours>]',
  summary: 'check that a server delivers the app as it was built',
  details: DETAILS,
  options: ['build', 'policy', 'max-age'],
  async run({ words, options, output, signal }) {
    const [address, ...rest] = words
    if (!address || rest.length > 0) throw usageError('Name one server, such as https://vault.example.')
    const origin = originOf(address)
    const ours = options.build === undefined ? undefined : readLocalList(options.build)
    const policy = options.policy === undefined ? undefined : readPolicyFile(options.policy)
    const maxSeconds = readMaxAge(options['max-age'])
    const age = maxSeconds === undefined ? undefined : { now: Math.floor(Date.now() / 1000), maxSeconds }
    const theirs = await fetchList(origin, signal)
    const text = ours ?? theirs
    const list = parseList(text, ours === undefined ? origin + BUILD_LIST : `${options.build}${BUILD_LIST}`)
    const serverWords = await fetchWords(origin, signal)

    const count = Object.keys(list.files).length
    let started = 0
    const onFile = (file: string): void => output.progress(`${++started} of ${count}  ${printable(file)}`)
    const logged = await findInLog(origin, text, { policy, age, signal })
    const problems = [
      ...('problem' in logged ? [{ file: BUILD_LIST, kind: 'log' as const, detail: logged.problem }] : []),
      ...(ours === undefined ? [] : compareLists(list, { ours, theirs, origin })),
      ...(await compareDelivery({ origin, list, words: serverWords, signal, onFile })),
      ...(await compareBrowserList({ origin, list, words: serverWords, signal })),
    ]
    const build = { version: list.version, sha256: sha256(text), files: count }
    output.result(
      {
        server: origin,
        public_url: serverWords.publicUrl,
        compared_with: ours === undefined ? 'server' : 'build',
        build,
        is_same: problems.length === 0,
        problems,
        log: {
          is_listed: !('problem' in logged),
          leaf: Buffer.from(manifestStatement(text).leaf).toString('hex'),
          ...logged,
          keys_from: policy === undefined ? 'server' : 'policy',
        },
      },
      [
        `Server  ${origin}${serverWords.publicUrl === origin ? '' : ` (calls itself ${printable(serverWords.publicUrl)})`}`,
        `Build   ${build.sha256.slice(0, 12)}, version ${printable(build.version)} (SHA-256 of the list: ${build.sha256})`,
        `With    ${ours === undefined ? 'the list of the server itself: --build compares with the source' : printable(options.build ?? '')}`,
        ...problems.slice(0, SHOWN).map(line),
        ...(problems.length > SHOWN ? [`         and ${problems.length - SHOWN} more: --json has all of them`] : []),
        ...(problems.length === 0
          ? [`Same    ${count} files, in each of ${ENCODINGS.length} encodings, and their headers`]
          : []),
        ...('problem' in logged ? [] : listing(logged, policy !== undefined)),
        'This says what this computer was sent now. A server can send somebody else another page.',
      ],
    )
    if (problems.length > 0) throw new CommandError(sentence(problems), EXIT.failed)
  },
}

const KINDS: Record<Problem['kind'], string> = {
  differs: 'DIFFERS ',
  missing: 'MISSING ',
  unlisted: 'UNLISTED',
  header: 'HEADER  ',
  log: 'LOG     ',
}
const line = ({ file, kind, detail }: Problem): string => `${KINDS[kind]} ${printable(file)}: ${printable(detail)}`

function listing({ origin, index, size, keys }: ListedBuild, isPinned: boolean): string[] {
  return [
    `Log     ${printable(origin)}: entry ${index} of ${size}, signed by ${isPinned ? 'the keys of the policy' : 'the keys that the server names'}`,
    ...keys.map((key) => `        ${printable(shortKey(key))}`),
  ]
}

/** Its id is a part of its hash; the whole key stands in the answer in JSON, and in a policy. */
function shortKey(text: string): string {
  const { type, keyId } = parseVerifierKey(text)
  return `key ${keyId}, ${type === 'ed25519' ? 'Ed25519' : 'ML-DSA-44'}`
}

/** @throws {CommandError} */
function sentence(problems: readonly Problem[]): string {
  const count = new Set(problems.map(({ file }) => file)).size
  return `${count === 1 ? 'One file is' : `${count} files are`} not as built.`
}

/** The list as each encoding brings it: one text. @throws {CommandError} when there is none, or more than one. */
async function fetchList(origin: string, signal: AbortSignal): Promise<string> {
  const texts = new Set<string>()
  for (const encoding of ENCODINGS) {
    const answer = await fetchLimited(origin + BUILD_LIST, { encoding, limitBytes: LIST_LIMIT_BYTES, signal })
    if ('problem' in answer) throw new CommandError(`${origin}${BUILD_LIST}: ${answer.problem}.`)
    if (answer.status !== 200) {
      throw new CommandError(
        `${origin}${BUILD_LIST} answered with status ${answer.status}: is this a QuantumShield server?`,
      )
    }
    texts.add(answer.content.toString())
  }
  const [text = ''] = texts
  if (texts.size > 1) throw new CommandError(`${origin}${BUILD_LIST} is another list in another encoding.`)
  return text
}

/** What the server lists beside the build of this computer, or as something else. */
function compareLists(
  list: BuildList,
  { ours, theirs, origin }: { ours: string; theirs: string; origin: string },
): Problem[] {
  if (ours === theirs) return []
  const other = parseList(theirs, origin + BUILD_LIST)
  const unlisted = Object.keys(other.files).filter((file) => !Object.hasOwn(list.files, file))
  return [
    {
      file: BUILD_LIST,
      kind: 'differs',
      detail: `the server lists version ${other.version}, the build is ${list.version}`,
    },
    ...unlisted.map((file): Problem => ({ file, kind: 'unlisted', detail: 'listed by the server, not in the build' })),
  ]
}
