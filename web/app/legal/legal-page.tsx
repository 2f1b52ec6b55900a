import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/app-frame.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Heading, Text } from '#web/ui/text.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** Terms and privacy: what is true of every installation of this software. */
function LegalPage({ kind }: { kind: 'terms' | 'privacy' }) {
  const { title, lead, sections } = m.legal[kind]
  return (
    <div className="mx-auto flex min-h-dvh max-w-[46rem] flex-col px-5 md:px-8">
      <title>{m.common.pageTitle(title)}</title>
      <header className="flex h-16 shrink-0 items-center justify-between">
        <Wordmark />
        <ThemeToggle />
      </header>
      <Main className="flex flex-col gap-8 pt-6 pb-16">
        <div>
          <Heading as="h1" look="display">
            {title}
          </Heading>
          <Text tone="soft" size="base" className="mt-1.5">
            {lead}
          </Text>
        </div>
        {sections.map(([heading, ...paragraphs]) => (
          <section key={heading} className="flex flex-col gap-2">
            <Heading look="section">{heading}</Heading>
            {paragraphs.map((paragraph) => (
              <Text key={paragraph} size="base">
                {paragraph}
              </Text>
            ))}
          </section>
        ))}
        <Text>
          <TextLink to="/signup">{m.legal.back}</TextLink>
        </Text>
      </Main>
    </div>
  )
}

export const Terms = () => <LegalPage kind="terms" />
export const Privacy = () => <LegalPage kind="privacy" />
