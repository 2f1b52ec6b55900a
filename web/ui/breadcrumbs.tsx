import { Link } from 'react-router'

type Crumb = { label: string; to?: string }

/** The way to this page; the last one is the page itself. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label} className="min-w-0 text-sm">
      <ol className="flex items-center whitespace-nowrap">
        {crumbs.map((crumb, at) => (
          <li key={crumb.label} className={at < crumbs.length - 1 ? 'max-sm:hidden' : 'min-w-0 truncate'}>
            {crumb.to ? (
              <Link to={crumb.to} className="rounded-sm text-ink-3 hover:text-ink">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="font-semibold">
                {crumb.label}
              </span>
            )}
            {at < crumbs.length - 1 && (
              <span aria-hidden="true" className="px-1.5 text-ink-3">
                /
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
