import { createElement, type ReactNode } from 'react'
import type { DocumentElement, DocumentNode } from '#contract/documentation/document-nodes.ts'

/** A text as it looks on its page, of the same nodes that the server draws there. Links open beside the editor. */
export function DocumentView({ nodes }: { nodes: readonly DocumentNode[] }): ReactNode {
  return nodes.map((node, place) => (typeof node === 'string' ? node : <Part key={place} node={node} />))
}

function Part({ node }: { node: DocumentElement }): ReactNode {
  return 'children' in node ? <Around node={node} /> : <Alone node={node} />
}

function Alone({ node }: { node: Exclude<DocumentElement, { children: unknown }> }): ReactNode {
  switch (node.tag) {
    case 'br':
    case 'hr':
      return createElement(node.tag)
    case 'img':
      return <img src={node.src} alt={node.alt} loading="lazy" />
    case 'pre':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
        <pre tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      )
  }
}

function Around({ node }: { node: Extract<DocumentElement, { children: unknown }> }): ReactNode {
  const children = <DocumentView nodes={node.children} />
  switch (node.tag) {
    case 'a':
      return (
        <a href={node.href} target="_blank" rel="noopener">
          {children}
        </a>
      )
    case 'ol':
      return <ol start={node.start}>{children}</ol>
    case 'th':
      return (
        <th scope="col" className={node.align === 'end' ? 'text-right!' : ''}>
          {children}
        </th>
      )
    case 'td':
      return <td className={node.align === 'end' ? 'text-right' : ''}>{children}</td>
    default:
      return createElement(node.tag, null, children)
  }
}
