import { createElement, type ReactNode } from 'react'
import { OutsideLink, isElsewhere } from '#web/ui/site/site-link.tsx'
import { SectionHeading } from '#web/ui/site/section-heading.tsx'
import type { ArticleElement, ArticleNode } from '../blog/article.ts'
import { CodeListing, type ListingLabels } from './code-listing.tsx'

type Labels = ListingLabels & { table: string; linkTo: string }
type Props = { body: readonly ArticleNode[]; labels: Labels; isAppPath: (href: string) => boolean }

/** A guide's text as elements. Links to the app leave this document; others stay in it. */
export function GuideBody({ body, ...rest }: Props): ReactNode {
  return body.map((node, index) => (typeof node === 'string' ? node : <Part key={index} node={node} {...rest} />))
}

function Part({ node, ...rest }: Omit<Props, 'body'> & { node: ArticleElement }): ReactNode {
  if (node.tag === 'pre') return <CodeListing info={node.language} text={node.text} labels={rest.labels} />
  const children = <GuideBody body={node.children} {...rest} />
  switch (node.tag) {
    case 'a':
      if (isElsewhere(node.href)) return <OutsideLink href={node.href}>{children}</OutsideLink>
      return rest.isAppPath(node.href) ? <a href={node.href}>{children}</a> : <a href={node.href}>{children}</a>
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
        <section aria-label={rest.labels.table} tabIndex={0} className="overflow-x-auto rounded-md">
          <table className="table! w-full">{children}</table>
        </section>
      )
    case 'th':
      return <th scope="col">{children}</th>
    case 'figure':
      throw new Error(`guides have no figures: ${node.name}`)
    case 'h2':
    case 'h3':
      return (
        <SectionHeading level={node.tag} id={node.id} label={rest.labels.linkTo}>
          {children}
        </SectionHeading>
      )
    default:
      return createElement(node.tag, null, children)
  }
}
