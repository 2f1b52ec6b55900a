import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { EnglishArea } from '../language/english-area.tsx'
import { type PageTab, PageTabs } from './page-tabs.tsx'

type Props = {
  title: string
  /** Its words are in English alone (`englishWords`). */
  isEnglish?: boolean
  /** What the page is for, in a sentence or two. */
  lead?: ReactNode
  /** A page outside of the app that belongs to this one, linked after `lead`. */
  help?: { to: string; label: string }
  /** One line of facts about what is shown: how many, when they were read. */
  facts?: ReactNode
  /** What people do here most: a button, or several. */
  action?: ReactNode
  /** Views of the page; one whose views wait for data has `PageTabs` among its children. */
  tabs?: { label?: string; name?: string; keeps?: readonly string[]; views: readonly PageTab[] }
  /** Below the tabs, or instead of them. */
  children?: ReactNode
}

/** A page of a panel, from the title of its document to its tabs. Who may open it is declared with its address (`ADMIN_PAGES`). */
export function PageFrame({ isEnglish = false, ...page }: Props) {
  return isEnglish ? (
    <EnglishArea>
      <Framed {...page} />
    </EnglishArea>
  ) : (
    <Framed {...page} />
  )
}

function Framed({ title, lead, help, facts, action, tabs, children }: Omit<Props, 'isEnglish'>) {
  const { views, label = title, ...address } = tabs ?? { views: [] }
  return (
    <>
      <title>{m.common.pageTitle(title)}</title>
      <PageHead title={title} facts={facts} lead={help ? <Lead help={help}>{lead}</Lead> : lead}>
        {action}
      </PageHead>
      {views.length > 0 && <PageTabs label={label} tabs={views} {...address} />}
      {children}
    </>
  )
}

const Lead = ({ help: { to, label }, children }: { help: { to: string; label: string }; children: ReactNode }) => (
  <>
    {children}{' '}
    <TextLink to={to} reloadDocument>
      {label}
    </TextLink>
  </>
)
