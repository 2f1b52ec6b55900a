import { type Says, useAction } from '#web/parts/action/use-action.ts'
import { said } from './said.ts'

/** One change in the studio: a refusal is told in words of the studio. */
export const useStudioAction = <Given, Result>(write: (given: Given) => Promise<Result>, says: Says<Result>) =>
  useAction(write, { ...says, sentence: said })
