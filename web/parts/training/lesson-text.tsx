import type { ReactNode } from 'react'
import { type Inline, type LessonBlock, readLesson } from '#contract/training/lesson-text.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Prose } from '#web/ui/site/prose.tsx'

/** The text of a lesson. What is not part of its Markdown is shown as it was typed. */
export function LessonText({ text }: { text: string }) {
  return (
    <Prose>
      {readLesson(text).map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </Prose>
  )
}

function Words({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, at) => <Word key={at} part={part} />)
}

function Word({ part }: { part: Inline }) {
  if (typeof part === 'string') return part
  if (part.tag === 'code') return <code>{part.text}</code>
  const words = <Words parts={part.children} />
  if (part.tag === 'a') return <LessonLink href={part.href}>{words}</LessonLink>
  const Tag = part.tag
  return <Tag>{words}</Tag>
}

/** Pages of the app are routes of it; others load a document of their own, in a tab of theirs. */
function LessonLink({ href, children }: { href: string; children: ReactNode }) {
  if (/^\/(dashboard|admin)\b/.test(href)) return <TextLink to={href}>{children}</TextLink>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function Block({ block }: { block: LessonBlock }) {
  if (block.tag === 'pre') return <pre>{block.text}</pre>
  if ('rows' in block) return <LessonTable head={block.head} rows={block.rows} />
  if ('items' in block) {
    const List = block.tag
    return (
      <List>
        {block.items.map((item, at) => (
          <li key={at}>
            <Words parts={item} />
          </li>
        ))}
      </List>
    )
  }
  // The title of the lesson is the heading above.
  const Tag = block.tag === 'h2' ? 'h3' : block.tag === 'h3' ? 'h4' : block.tag
  return (
    <Tag>
      <Words parts={block.children} />
    </Tag>
  )
}

function LessonTable({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <Words parts={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, at) => (
              <td key={at}>
                <Words parts={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
