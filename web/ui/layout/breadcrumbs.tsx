import { ChevronLeft, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dropTarget } from '../form/drag-and-drop.ts'
import { IconButton } from '../button/icon-button.tsx'
import { Menu, MenuItem } from '../overlay/menu.tsx'

/** `dropId`: what is dragged can be dropped here, see `drag-and-drop.ts`. */
export type Crumb = { label: string; to?: string; dropId?: string }

/** More than this many fit on no header: the middle goes into a menu. */
const SHOWN_START = 2
const SHOWN_END = 2

type Props = {
  label: string
  crumbs: readonly Crumb[]
  /** Name of the menu that holds the middle of a long way. */
  moreLabel: string
  /** On small screens, where only the last crumb is shown: the way back by one. */
  upLabel: (name: string) => string
}

/** The way to this page; the last one is the page itself. */
export function Breadcrumbs({ label, crumbs, moreLabel, upLabel }: Props) {
  const isLong = crumbs.length > SHOWN_START + SHOWN_END + 1
  const start = isLong ? crumbs.slice(0, SHOWN_START) : crumbs.slice(0, -1)
  const middle = isLong ? crumbs.slice(SHOWN_START, -SHOWN_END) : []
  const end = isLong ? crumbs.slice(-SHOWN_END, -1) : []
  const last = crumbs.at(-1)
  const up = crumbs.length > 2 ? crumbs.at(-2) : undefined

  return (
    <nav aria-label={label} className="min-w-0 text-sm">
      <ol className="flex items-center whitespace-nowrap">
        {up?.to !== undefined && (
          <li className="mr-1 sm:hidden">
            <Link
              to={up.to}
              aria-label={upLabel(up.label)}
              className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunken pointer-coarse:size-11"
            >
              <ChevronLeft size={18} aria-hidden="true" />
            </Link>
          </li>
        )}
        {start.map((crumb) => (
          <Step key={crumb.to ?? crumb.label}>
            <CrumbLink {...crumb} />
          </Step>
        ))}
        {middle.length > 0 && (
          <Step>
            <Menu
              trigger={
                <IconButton label={moreLabel} size="sm">
                  <Ellipsis size={16} aria-hidden="true" />
                </IconButton>
              }
            >
              {middle.map((crumb) => (
                <MenuItem key={crumb.to} render={<Link to={crumb.to ?? ''} />}>
                  <span className="truncate">{crumb.label}</span>
                </MenuItem>
              ))}
            </Menu>
          </Step>
        )}
        {end.map((crumb) => (
          <Step key={crumb.to}>
            <CrumbLink {...crumb} />
          </Step>
        ))}
        {last && (
          <li className="min-w-0 truncate sm:px-1">
            <span aria-current="page" className="font-semibold" title={last.label}>
              {last.label}
            </span>
          </li>
        )}
      </ol>
    </nav>
  )
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center max-sm:hidden">
      {children}
      <span aria-hidden="true" className="px-1 text-ink-3">
        /
      </span>
    </li>
  )
}

function CrumbLink({ label, to, dropId }: Crumb) {
  return (
    <Link
      to={to ?? ''}
      title={label}
      {...(dropId === undefined ? {} : dropTarget(dropId))}
      className="max-w-40 truncate rounded-sm px-1 py-1 text-ink-3 hover:text-ink data-drop-over:bg-brand-tint data-drop-over:text-brand data-drop-over:outline-2 data-drop-over:outline-brand"
    >
      {label}
    </Link>
  )
}
