import { htmlPage } from '#server/http/html-page.ts'
import { PLANS, SEATS, TIERS, type Tier } from '#contract/plans.ts'
import { type Html, markup } from '#server/markup.ts'
import { fits, type SandboxAction } from './sandbox-state.ts'
import { type Currency, formatMoney } from '#contract/sales/money.ts'
import type { SandboxSubscription } from './sandbox.sql.ts'

const STATUS_WORDS = {
  trialing: 'On trial',
  active: 'Active',
  past_due: 'Payment is late',
  unpaid: 'Not paid',
  paused: 'Paused',
  canceled: 'Ended',
} as const

const BUTTONS: { action: SandboxAction; text: string; isSimulation: boolean }[] = [
  { action: 'pay', text: 'Pay what is due', isSimulation: false },
  { action: 'cancel', text: 'Cancel at the end of the period', isSimulation: false },
  { action: 'resume', text: 'Do not cancel', isSimulation: false },
  { action: 'next_period', text: 'Begin the next period', isSimulation: true },
  { action: 'payment_fails', text: 'Let the next payment fail', isSimulation: true },
  { action: 'end', text: 'End at once', isSimulation: true },
]

/** The page on which an order is paid. @param problem a sentence about the last try. */
export function checkoutPage(page: {
  order: { plan: Tier; quantity: number; trialDays: number }
  formToken: string
  cancelUrl: string
  problem?: string | undefined
}): string {
  const { plan, quantity, trialDays } = page.order
  const total = `${priceOf(plan, quantity)} a month`
  const today = trialDays > 0 ? `$0.00, the first ${trialDays} days are free` : priceOf(plan, quantity)
  return layout(
    `Subscribe to ${PLANS[plan].name}`,
    markup`${problemPart(page.problem)}
      <section>
        <h2>Your order</h2>
        <dl>
          <dt>Plan</dt>
          <dd>${PLANS[plan].name}</dd>
          <dt>Seats</dt>
          <dd>${String(quantity)}</dd>
          <dt>Price</dt>
          <dd>${total}</dd>
          <dt>Due today</dt>
          <dd>${today}</dd>
        </dl>
      </section>
      ${cardForm(page.formToken, trialDays > 0 ? 'Start the trial' : 'Subscribe')}
      <p><a href="${page.cancelUrl}">Back without subscribing</a></p>`,
  )
}

/** The page on which an invoice is paid. @param problem a sentence about the last try. */
export function paymentPage(page: {
  session: { name: string; amount_minor: number; currency: Currency }
  formToken: string
  cancelUrl: string
  problem?: string | undefined
}): string {
  const { name, amount_minor: minor, currency } = page.session
  return layout(
    `Pay ${name}`,
    markup`${problemPart(page.problem)}
      <section>
        <h2>Your payment</h2>
        <dl>
          <dt>Invoice</dt>
          <dd>${name}</dd>
          <dt>Amount</dt>
          <dd>${formatMoney(minor, currency, 'en')}</dd>
        </dl>
      </section>
      ${cardForm(page.formToken, 'Pay')}
      <p><a href="${page.cancelUrl}">Back without paying</a></p>`,
  )
}

function cardForm(formToken: string, button: string): Html {
  return markup`<form method="post">
    <input type="hidden" name="form_token" value="${formToken}" />
    <fieldset>
      <legend>Test card</legend>
      <label><input type="radio" name="card" value="accepted" checked /> A card that is accepted</label>
      <label><input type="radio" name="card" value="declined" /> A card that the bank refuses</label>
    </fieldset>
    <button type="submit">${button}</button>
  </form>`
}

/** The page on which subscriptions are changed and ended. */
export function portalPage(page: {
  subscriptions: SandboxSubscription[]
  formToken: string
  returnUrl: string
  problem?: string | undefined
}): string {
  const parts = page.subscriptions.map((subscription) => subscriptionPart(subscription, page.formToken))
  return layout(
    'Your subscription',
    markup`${problemPart(page.problem)} ${parts.length > 0 ? parts : markup`<p>There is no subscription yet.</p>`}
      <p><a href="${page.returnUrl}">Back to QuantumShield</a></p>`,
  )
}

/** A page that only says something. */
export function noticePage(title: string, text: string, returnUrl: string): string {
  return layout(
    title,
    markup`<p>${text}</p>
      <p><a href="${returnUrl}">Back to QuantumShield</a></p>`,
  )
}

function subscriptionPart(subscription: SandboxSubscription, formToken: string): Html {
  const { id, plan, status, quantity, cancel_at_period_end: isEnding } = subscription
  const until = subscription.current_period_end.toISOString().slice(0, 10)
  const hidden = markup`<input type="hidden" name="form_token" value="${formToken}" /><input type="hidden" name="subscription" value="${id}" />`
  return markup`<section>
    <h2>${PLANS[plan].name}</h2>
    <dl>
      <dt>Status</dt>
      <dd>${STATUS_WORDS[status]}</dd>
      <dt>Seats</dt>
      <dd>${String(quantity)}</dd>
      <dt>Price</dt>
      <dd>${priceOf(plan, quantity)} a month</dd>
      ${status === 'canceled' ? '' : markup`<dt>${isEnding ? 'Ends' : 'Renews'}</dt><dd>${until}</dd>`}
    </dl>
    ${status === 'canceled' ? '' : markup`${changeForm(subscription, hidden)} ${buttonsForm(subscription, hidden)}`}
  </section>`
}

function changeForm({ plan, quantity }: SandboxSubscription, hidden: Html): Html {
  const options = TIERS.map((tier) =>
    tier === plan
      ? markup`<option value="${tier}" selected>${PLANS[tier].name}</option>`
      : markup`<option value="${tier}">${PLANS[tier].name}</option>`,
  )
  return markup`<form method="post">
    ${hidden}
    <label>Plan <select name="plan">${options}</select></label>
    <label
      >Seats
      <input type="number" name="quantity" value="${String(quantity)}" min="${String(SEATS.min)}" max="${String(SEATS.max)}" required
    /></label>
    <button type="submit" name="action" value="change">Change the plan</button>
  </form>`
}

function buttonsForm(subscription: SandboxSubscription, hidden: Html): Html {
  const buttonsOf = (isSimulation: boolean) =>
    BUTTONS.filter((button) => button.isSimulation === isSimulation && fits(subscription, button.action)).map(
      ({ action, text }) =>
        markup`<button class="quiet" type="submit" name="action" value="${action}">${text}</button>`,
    )
  return markup`<form method="post" class="buttons">${hidden} ${buttonsOf(false)}</form>
    <form method="post">
      ${hidden}
      <fieldset>
        <legend>Simulate what time and banks do</legend>
        ${buttonsOf(true)}
      </fieldset>
    </form>`
}

function problemPart(problem: string | undefined): Html | string {
  return problem ? markup`<p role="alert">${problem}</p>` : ''
}

function priceOf(plan: Tier, quantity: number): string {
  return `$${((PLANS[plan].monthlyCents * quantity) / 100).toFixed(2)}`
}

function layout(title: string, body: Html): string {
  return htmlPage({
    title,
    suffix: ' (test mode)',
    stylesheet: '/billing/sandbox.css',
    banner: markup`<header class="test-mode">Test mode: no money moves, no card is asked for</header>`,
    body,
  })
}
