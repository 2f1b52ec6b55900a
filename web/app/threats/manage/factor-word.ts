import { threatsPage } from '#web/messages/threats-page.ts'

const { factors, otherFactor } = threatsPage.detectors

/** How sensitive a detector is. A program may have set what the page does not offer. */
export const factorWord = (factor: number): string => factors[String(factor)] ?? otherFactor(factor)
