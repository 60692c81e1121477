import { type NavigateOptions, type RegisteredRouter, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Navigates once, to the target of the first render. The router's `Navigate` navigates on every render, which can loop
 * forever on a page that renders for each URL change.
 */
export function Redirect<const TTo extends string | undefined = undefined>(
  options: NavigateOptions<RegisteredRouter, string, TTo>,
) {
  const navigate = useNavigate()
  const [target] = useState(options)
  useEffect(() => {
    void navigate(target)
  }, [navigate, target])
  return null
}
