export const productsPath = '/admin/products';
export const productPath = (id: string): string => `${productsPath}/${encodeURIComponent(id)}`;
