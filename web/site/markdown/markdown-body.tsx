import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MarkdownElement, MarkdownNode } from './markdown.ts'

/** Names for what scrolls sideways, read aloud. */
type Labels = { table: string; code: string }
type Props = { body: readonly MarkdownNode[]; labels: Labels; isAppPath: (href: string) => boolean }

/** A text as elements. Links to the app leave this document; others stay in it. */
export function MarkdownBody({ body, ...rest }: Props): ReactNode {
  return body.map((node, index) => (typeof node === 'string' ? node : <Part key={index} node={node} {...rest} />))
}

function Part({ node, ...rest }: Omit<Props, 'body'> & { node: MarkdownElement }): ReactNode {
  if (node.tag === 'pre') return <Code text={node.text} label={rest.labels.code} />
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

function Code({ text, label }: { text: string; label: string }) {
  return (
    <Scrolling label={label}>
      <pre className="w-fit min-w-full overflow-visible!">
        <code>{text}</code>
      </pre>
    </Scrolling>
  )
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
