import { threatsPage } from '#web/messages/threats/threats-page.ts'

const text = threatsPage.detectors

/** How sensitive a detector is. A program may have set what the page does not offer. */
export const factorWord = (factor: number): string => text.factors[String(factor)] ?? text.otherFactor(factor)
