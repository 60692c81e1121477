/** An offer made for one sale stands this long: enough to sign and to be matched, then it cannot be taken any more. */
export const offerMinutes = 15
