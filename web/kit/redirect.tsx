import { type NavigateOptions, type RegisteredRouter, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Goes to the target it is first rendered with, once. The router's `Navigate` does so again with every render, and a page that
 * follows the address renders for each redirect on the way: the two can loop for ever.
 */
export function Redirect<const TTo extends string | undefined = undefined>(
  given: NavigateOptions<RegisteredRouter, string, TTo>,
) {
  const navigate = useNavigate()
  const [target] = useState(given)
  useEffect(() => {
    void navigate(target)
  }, [navigate, target])
  return null
}
