import { clsx } from 'clsx'
import { initialsOf, lookOf } from './initials.ts'

/** Somebody as an avatar shows them; `id` chooses the colour. */
export type AvatarPerson = { id: string; name: string; email: string }

const LOOKS = [
  'bg-brand-tint text-brand',
  'bg-copper-tint text-copper',
  'bg-info-tint text-info',
  'bg-warn-tint text-warn',
  'bg-sunken text-ink-2',
]
const SIZE = { sm: 'size-6 text-[0.625rem]', md: 'size-8 text-xs' }

/** Somebody's initials in a circle. Their name stands beside it, or is read aloud by what holds it. */
export function Avatar({ id, name, email, size = 'md' }: AvatarPerson & { size?: keyof typeof SIZE }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center rounded-full font-semibold tracking-tight select-none',
        LOOKS[lookOf(id, LOOKS.length)],
        SIZE[size],
      )}
    >
      {initialsOf({ name, email })}
    </span>
  )
}

/** A few of them, each over the one before, and how many more there are. */
export function AvatarStack({ people, shown = 3 }: { people: readonly AvatarPerson[]; shown?: number }) {
  // One more fits where the number would stand.
  const first = people.length === shown + 1 ? people : people.slice(0, shown)
  const more = people.length - first.length
  return (
    <span aria-hidden="true" className="flex items-center">
      {first.map((person, at) => (
        <span key={person.id} className={clsx('rounded-full ring-2 ring-surface', at > 0 && '-ml-0.5')}>
          <Avatar {...person} size="sm" />
        </span>
      ))}
      {more > 0 && <span className="ml-1 text-xs text-ink-3 tabular-nums">+{more}</span>}
    </span>
  )
}
