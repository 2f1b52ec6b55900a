import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { Certificate } from '#web/ui/layout/certificate.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { ThemeToggle } from '#web/ui/layout/theme-toggle.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'

type Props = { title: string; lead: ReactNode; children: ReactNode }

/** The account pages: a form on the left, what protects it on the right; on small screens below. */
export function AccountFrame({ title, lead, children }: Props) {
  const { aside } = m.account
  const { prepare } = useVault().account
  return (
    <div className="mx-auto flex min-h-dvh max-w-[68rem] flex-col px-5 md:px-8">
      <title>{m.common.pageTitle(title)}</title>
      <header className="flex h-16 shrink-0 items-center justify-between">
        <Link to="/" reloadDocument className="rounded-md">
          <Wordmark />
        </Link>
        <ThemeToggle />
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-12 pt-6 pb-12 lg:pt-14 lg:grid-cols-[minmax(0,26rem)_minmax(0,27rem)] lg:justify-between">
        <Main className="w-full max-w-[26rem] max-lg:mx-auto">
          <Heading as="h1" look="display">
            {title}
          </Heading>
          <Text tone="soft" size="base" className="mt-1.5">
            {lead}
          </Text>
          <div className="mt-6 flex flex-col gap-5" onInput={prepare}>
            {children}
          </div>
        </Main>
        <div className="w-full max-w-[27rem] max-lg:mx-auto lg:sticky lg:top-14">
          <Certificate
            title={aside.title}
            seed={location.host}
            figureNote={aside.figure(location.host)}
            facts={aside.facts}
          />
        </div>
      </div>
    </div>
  )
}
