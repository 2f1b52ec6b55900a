import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { OUR_SIDE } from './failures.ts'

/** A call that is not answered at first, then fails as often as it is asked, and then gives `answer`. */
export function failingUntil<Answer>(answer: Answer) {
  let state: 'pending' | 'failing' | 'answering' = 'pending'
  const waiting: PromiseWithResolvers<Answer>[] = []
  const settle = ({ resolve, reject }: PromiseWithResolvers<Answer>) =>
    state === 'failing' ? reject(new Error('the server answered 500')) : resolve(answer)
  return {
    answer: (): Promise<Answer> => {
      const asked = Promise.withResolvers<Answer>()
      if (state === 'pending') waiting.push(asked)
      else settle(asked)
      return asked.promise
    },
    fail: () => {
      state = 'failing'
      waiting.splice(0).forEach(settle)
    },
    mend: () => void (state = 'answering'),
  }
}

type Words = { loading: string; failed: string; retry: string; empty: string }

/** Leads the list in the region `title` from being read over a failure to its answer, which is empty, and expects the words of each. */
export async function expectStates(
  title: string,
  call: Pick<ReturnType<typeof failingUntil>, 'fail' | 'mend'>,
  { loading, failed, retry, empty }: Words,
): Promise<void> {
  const region = page.getByRole('region', { name: title, exact: true })
  await expect.element(region.getByText(loading)).toBeInTheDocument()
  expect(region.getByText(empty).elements()).toEqual([])

  call.fail()
  const alert = region.getByRole('alert')
  await expect.element(alert).toMatchTextContent(`${failed}. ${OUR_SIDE}`)
  await expect.element(region.getByText(loading)).not.toBeInTheDocument()

  call.mend()
  await userEvent.click(region.getByRole('button', { name: retry }))
  await expect.element(region.getByText(empty)).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
}
