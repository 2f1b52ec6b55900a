import { formatShortDateTime } from '#web/lib/format.ts'
import type { EarlierState } from '#web/lib/remote/vault-client.ts'
import { putBack as text } from '#web/messages/drive/put-back.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import type { FolderTree } from '../folders/folder-tree.ts'
import { useFolderTree } from '../use-drive.ts'
import type { PutBackLine } from './use-put-back.ts'

/** More lines than this are chosen all together: each is one more control on the page. */
const MAX_SHOWN = 200

type Props = {
  lines: readonly PutBackLine[]
  /** Keys of those that stay as they are. */
  left: ReadonlySet<string>
  onLeave: (left: ReadonlySet<string>) => void
}

/** Everything that can be put back, each with its tick. */
export function LineList({ lines, left, onLeave }: Props) {
  const tree = useFolderTree()
  const { name: top } = useSpace()
  const detail = (line: PutBackLine) =>
    'state' in line ? factsOf(line.state, { tree, top }) : versionFacts(line.versions)
  const title = (line: PutBackLine) => ('state' in line ? line.name : text.versionsOf(line.name, line.versions.length))
  const toggle = (key: string, isWanted: boolean) => {
    const next = new Set(left)
    if (isWanted) next.delete(key)
    else next.add(key)
    onLeave(next)
  }
  const count = lines.filter(({ key }) => left.has(key)).length
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={text.all}
        checked={count === 0}
        indeterminate={count > 0 && count < lines.length}
        onCheckedChange={(isAll) => onLeave(new Set(isAll ? [] : lines.map(({ key }) => key)))}
      />
      <ul
        aria-label={text.list}
        className="flex max-h-80 flex-col gap-2.5 overflow-y-auto rounded-md border border-line p-3"
      >
        {lines.slice(0, MAX_SHOWN).map((line) => (
          <li key={line.key} className="wrap-anywhere">
            <Checkbox
              label={title(line)}
              hint={detail(line)}
              checked={!left.has(line.key)}
              onCheckedChange={(isWanted) => toggle(line.key, isWanted)}
            />
          </li>
        ))}
        {lines.length > MAX_SHOWN && <li className="text-xs text-ink-3">{text.more(lines.length - MAX_SHOWN)}</li>}
      </ul>
    </div>
  )
}

type Places = { tree: FolderTree; top: string }

function factsOf({ now, before, to, changedAt }: EarlierState, places: Places): string {
  const folderOf = (id: string | null) => places.tree.get(id)?.name ?? places.top
  const { signedAt, signer } = before
  return [
    nowOf({ now, before }, folderOf),
    ...(now && now.folderId === to ? [] : [text.goesTo(folderOf(to))]),
    text.changed(formatShortDateTime(new Date(changedAt))),
    ...(signedAt === null ? [] : [text.signed(formatShortDateTime(new Date(signedAt)), signer ?? text.you)]),
    // A mark between two facts ends a line; it never begins one.
  ].join('\u00A0· ')
}

function nowOf({ now, before }: Pick<EarlierState, 'now' | 'before'>, folderOf: (id: string | null) => string): string {
  if (!now) return text.damaged
  const isMoved = now.folderId !== before.folderId
  if (now.name === before.name) return text.moved(folderOf(now.folderId))
  return isMoved ? text.renamedAndMoved(now.name, folderOf(now.folderId)) : text.renamed(now.name)
}

function versionFacts(versions: Extract<PutBackLine, { versions: unknown }>['versions']): string {
  const numbers = versions.map(({ version }) => version).toSorted((one, other) => one - other)
  const [newest] = versions
  return text.versions(numbers.join(', '), newest ? formatShortDateTime(new Date(newest.deletedAt)) : '')
}
