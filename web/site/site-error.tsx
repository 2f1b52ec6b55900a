import { Component, type ReactNode } from 'react'
import { common } from '#web/messages/common.ts'
import { SiteButton } from '#web/ui/site/button-link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** Around the site: what is shown when a page cannot be drawn. */
export class SiteBoundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.isBroken ? <SiteError /> : this.props.children
  }
}

function SiteError() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center gap-4 p-6 text-center">
      <Heading as="h1" look="page">
        {common.unexpectedTitle}
      </Heading>
      <Text tone="soft">{common.unexpectedText}</Text>
      <SiteButton onClick={() => location.reload()}>{common.reload}</SiteButton>
    </main>
  )
}
