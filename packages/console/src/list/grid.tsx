// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its current cell
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the same
import type { ComponentPropsWithRef } from 'react';

type Div = ComponentPropsWithRef<'div'>;

/** The parts of a grid whose rows are drawn where one looks. The grid itself has the focus (WAI-ARIA: aria-activedescendant). */
export const Grid = (props: Div) => <div {...props} role="grid" tabIndex={0} />;
export const GridRows = (props: Div) => <div {...props} role="rowgroup" />;
export const GridRow = (props: Div) => <div {...props} role="row" />;
export const GridCell = (props: Div) => <div {...props} role="gridcell" />;
export const GridHead = (props: Div) => <div {...props} role="columnheader" />;
