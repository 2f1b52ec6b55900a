import { COPILOT_LIMITS, type FoundPlace } from '#contract/copilot/copilot.ts'
import { copilot as text } from '#web/messages/copilot.ts'
import { isOffered } from '#web/parts/frame/nav.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useDriveOf } from '../drive/use-drive.ts'
import { spacePath, useVaultOf } from '../spaces/space-scope.tsx'
import { findByName, type Named } from './find-by-name.ts'
import { useSpaceFiles } from './use-space-files.ts'

/** Maximum number of files that are named; the search has all of them. */
const MAX_NAMED = 5

type FilesProps = { question: string; onLeave: () => void }

/** Files whose names mean what was asked, on every page those of the own vault. Names are compared here and not sent; what was typed is. */
export function FoundFiles({ question, onLeave }: FilesProps) {
  const { drive } = useDriveOf(useVaultOf()(null))
  const found = findByName(drive?.files ?? [], question)
  return <Names title={text.files} found={found} more={text.more} onLeave={onLeave} />
}

/** The same of the team spaces that this vault has opened. */
export function FoundSpaceFiles({ question, onLeave }: FilesProps) {
  const { files, left } = useSpaceFiles()
  const found = findByName(files, question)
  return (
    <>
      <Names title={text.spaceFiles} found={found} more={text.moreInSpaces} onLeave={onLeave} />
      {left > 0 && <Text tone="hint">{text.spacesLeft(left)}</Text>}
    </>
  )
}

type NamesProps = {
  title: string
  found: readonly (Named & { spaceId?: string | null; space?: string })[]
  more: (count: number) => string
  onLeave: () => void
}

function Names({ title, found, more, onLeave }: NamesProps) {
  const { find } = useSearch()
  if (found.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <Heading look="small">{title}</Heading>
      <ul className="flex flex-col items-start gap-1">
        {found.slice(0, MAX_NAMED).map(({ id, name, spaceId, space }) => (
          <li key={id} className="max-w-full">
            <Button
              variant="ghost"
              onClick={() => {
                find(name, spaceId ? spacePath(spaceId) : undefined)
                onLeave()
              }}
            >
              <span className="truncate">{name}</span>
              {space !== undefined && <span className="truncate font-normal text-ink-3">{text.inSpace(space)}</span>}
            </Button>
          </li>
        ))}
      </ul>
      {found.length > MAX_NAMED && <Text tone="hint">{more(found.length - MAX_NAMED)}</Text>}
    </section>
  )
}

type PlacesProps = { places: readonly FoundPlace[]; onLeave: () => void }

/** Pages and settings that the server found by meaning, without those that this person may not see. */
export function FoundPlaces({ places, onLeave }: PlacesProps) {
  const rights = usePermissions()
  const offered = places.filter((place) => isOffered(place, rights)).slice(0, COPILOT_LIMITS.shownPlaces)
  if (offered.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Heading look="small">{text.places}</Heading>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {offered.map(({ address, title }) => (
          <li key={address}>
            <TextLink to={address} onClick={onLeave} className="text-sm">
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
