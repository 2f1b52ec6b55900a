import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

type View = { to: string; label: string; Icon: LucideIcon; isActive: boolean }

/** Ways to look at the same things, each with an address of its own; in a narrow container signs alone. */
export function ViewLinks({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex rounded-md border border-control bg-surface p-0.5">
        {views.map(({ to, label: name, Icon, isActive }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isActive ? 'page' : undefined}
              title={name}
              className={clsx(
                'flex h-7.5 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap transition-colors duration-120 pointer-coarse:h-10',
                isActive ? 'bg-brand-tint font-semibold text-brand' : 'text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
              <span className="@max-5xl:sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
