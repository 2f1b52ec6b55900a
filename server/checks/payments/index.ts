import type { Checks } from '../check.ts'
import { holdsNoCards } from './card-data.ts'
import { storageEndsAtLimit, subscriptionMovesThroughStates } from './entitlements.ts'
import {
  billingNeedsSession,
  checkoutLeadsToAllowedAddress,
  plansAreThePublished,
  showsOwnSubscription,
} from './plans.ts'
import { webhooksAreNotRepeated, webhooksNeedSignature } from './webhooks.ts'

/** Of the category "payments". */
export const paymentChecks: Checks = {
  'PAY-01': plansAreThePublished,
  'PAY-02': checkoutLeadsToAllowedAddress,
  'PAY-03': billingNeedsSession,
  'PAY-04': webhooksNeedSignature,
  'PAY-05': webhooksAreNotRepeated,
  'PAY-06': subscriptionMovesThroughStates,
  'PAY-07': storageEndsAtLimit,
  'PAY-08': showsOwnSubscription,
  'PAY-09': holdsNoCards,
}
