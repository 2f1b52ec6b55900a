import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SealBand } from '#web/ui/layout/rosette.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { ThemeToggle } from '#web/ui/layout/theme-toggle.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'

type Props = {
  title: string
  /** The band's figure is drawn from this. */
  seed: string
  isWide?: boolean
  /** Beside the scheme switch. */
  actions?: ReactNode
  children: ReactNode
}

/** One thing to do before the vault opens, in a card under a band of linework. */
export function StepFrame({ title, seed, isWide = false, actions, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col px-5 md:px-8">
      <title>{m.common.pageTitle(title)}</title>
      {/* Where the account pages have it, so that the wordmark stays in its place between them. */}
      <header className="mx-auto flex h-16 w-full max-w-[64rem] shrink-0 items-center justify-between print:hidden">
        <Wordmark />
        <div className="flex items-center gap-3">
          {actions}
          <ThemeToggle />
        </div>
      </header>
      <Main className={isWide ? 'm-auto w-full max-w-[46rem] py-6' : 'm-auto w-full max-w-[26rem] py-6'}>
        <Card className="overflow-hidden">
          <SealBand seed={seed} />
          <div className="flex flex-col gap-4 p-5 md:p-7">
            <Heading as="h1" look="page">
              {title}
            </Heading>
            {children}
          </div>
        </Card>
      </Main>
    </div>
  )
}
