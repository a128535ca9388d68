export const NewOrderPage = () => null;
