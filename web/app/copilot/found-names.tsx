import { COPILOT_LIMITS, type FoundPlace } from '#contract/copilot/copilot.ts'
import { copilot as text } from '#web/messages/copilot.ts'
import { isOffered } from '#web/parts/frame/nav.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useDrive } from '../drive/use-drive.ts'
import { findByName } from './find-by-name.ts'

/** Maximum number of files that are named; the search has all of them. */
const MAX_NAMED = 5

type FilesProps = { question: string; onLeave: () => void }

/** Files whose names mean what was asked. The names of files are compared here and not sent; what was typed is. */
export function FoundFiles({ question, onLeave }: FilesProps) {
  const { drive } = useDrive()
  const { find } = useSearch()
  const found = findByName(drive?.files ?? [], question)
  if (found.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Heading look="small">{text.files}</Heading>
      <ul className="flex flex-col items-start gap-1">
        {found.slice(0, MAX_NAMED).map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <Button
              variant="ghost"
              onClick={() => {
                find(name)
                onLeave()
              }}
            >
              <span className="truncate">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length > MAX_NAMED && <Text tone="hint">{text.more(found.length - MAX_NAMED)}</Text>}
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
