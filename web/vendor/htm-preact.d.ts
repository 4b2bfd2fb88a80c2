/** The parts of htm and Preact that the page uses. */
export type VNode = { type: unknown; props: object; key: unknown };
export type Child = VNode | string | number | boolean | null | undefined | Child[];

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(node: Child, parent: Element): void;

export function useState<T>(initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useReducer<S, A>(reduce: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useCallback<F extends Function>(callback: F, inputs: readonly unknown[]): F;
