import { type ComponentType, createElement, type ReactNode } from 'react'
import { blog } from '#web/messages/site/blog.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { OutsideLink, isElsewhere } from '#web/ui/site/site-link.tsx'
import { SectionHeading } from '#web/ui/site/section-heading.tsx'
import type { ArticleElement, ArticleNode } from './article.ts'

type Figures = Readonly<Record<string, ComponentType>>

/** An article's text as elements. */
export function ArticleBody({ body, figures }: { body: readonly ArticleNode[]; figures: Figures }) {
  return body.map((node, index) => <Node key={index} node={node} figures={figures} />)
}

function Node({ node, figures }: { node: ArticleNode; figures: Figures }): ReactNode {
  return typeof node === 'string' ? node : element(node, figures)
}

function element(node: ArticleElement, figures: Figures): ReactNode {
  if (node.tag === 'pre') return <CodeBlock text={node.text} />
  const children = node.children.map((child, index) => <Node key={index} node={child} figures={figures} />)
  switch (node.tag) {
    case 'a':
      return isElsewhere(node.href) ? (
        <OutsideLink href={node.href}>{children}</OutsideLink>
      ) : (
        <a href={node.href}>{children}</a>
      )
    case 'figure':
      return <ArticleFigure Drawing={figures[node.name]} caption={children} />
    case 'table':
      return <ArticleTable>{children}</ArticleTable>
    case 'th':
      return <th className={node.align === 'end' ? 'text-right!' : undefined}>{children}</th>
    case 'td':
      return <td className={node.align === 'end' ? 'text-right whitespace-nowrap' : undefined}>{children}</td>
    case 'h2':
    case 'h3':
      return (
        <SectionHeading level={node.tag} id={node.id} label={blog.linkTo}>
          {children}
        </SectionHeading>
      )
    default:
      return createElement(node.tag, null, children)
  }
}

function ArticleFigure({ Drawing, caption }: { Drawing: ComponentType | undefined; caption: ReactNode }) {
  return (
    <figure className="mt-8! mb-8 rounded-lg border border-line bg-surface p-3 sm:p-6">
      {Drawing && <Drawing />}
      <figcaption className="mt-4">
        <Text tone="soft">{caption}</Text>
      </figcaption>
    </figure>
  )
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
function ArticleTable({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll sideways
    <section aria-label={blog.table} tabIndex={0} className="overflow-x-auto">
      <table className="table! w-full">{children}</table>
    </section>
  )
}

function CodeBlock({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll sideways
    <section aria-label={blog.code} tabIndex={0} className="overflow-x-auto">
      <pre className="w-fit min-w-full overflow-visible!">
        <code>{text}</code>
      </pre>
    </section>
  )
}
