import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { CodeListing, type ListingLabels } from './code-listing.tsx'
import type { MarkdownElement, MarkdownNode } from './markdown.ts'

type Labels = ListingLabels & { table: string }
type Props = { body: readonly MarkdownNode[]; labels: Labels; isAppPath: (href: string) => boolean }

/** A text as elements. Links to the app leave this document; others stay in it. */
export function MarkdownBody({ body, ...rest }: Props): ReactNode {
  return body.map((node, index) => (typeof node === 'string' ? node : <Part key={index} node={node} {...rest} />))
}

function Part({ node, ...rest }: Omit<Props, 'body'> & { node: MarkdownElement }): ReactNode {
  if (node.tag === 'pre') return <CodeListing info={node.info} text={node.text} labels={rest.labels} />
  const children = <MarkdownBody body={node.children} {...rest} />
  switch (node.tag) {
    case 'a':
      return rest.isAppPath(node.href) ? <a href={node.href}>{children}</a> : <Link to={node.href}>{children}</Link>
    case 'table':
      return (
        <Scrolling label={rest.labels.table}>
          <table className="table! w-full">{children}</table>
        </Scrolling>
      )
    case 'th':
      return <th scope="col">{children}</th>
    case 'h2':
    case 'h3':
      return createElement(node.tag, { id: node.id }, children)
    default:
      return createElement(node.tag, null, children)
  }
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll sideways
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-md">
      {children}
    </section>
  )
}
