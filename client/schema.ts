// Written by `npm run client:types` from the document; a test keeps it equal.
export interface paths {
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's configuration
         * @description Needs the permission `VIEW`.
         */
        get: operations["getPlatformConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the platform's configuration
         * @description Fields that are left out stay. `supportedCurrencies` replaces the list, `feeConfigs` is an upsert. Setting `webhookEndpoint` sends one `TEST` event there. A `umaDomain` belongs to one platform of an environment and stays while it has addresses. A production domain is proven by a DNS TXT record, which the `400` names.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updatePlatformConfig"];
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers, newest first
         * @description Deleted ones are hidden unless `isIncludingDeleted=true`. Dates are inclusive at both ends. `currency` finds customers whose own `currencies` name it.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description One internal account per currency of the platform appears with the customer; for USDB it is the embedded wallet, with an EMAIL_OTP credential of the email, or without one an SMS_OTP credential of the phone number. The wallet is `PENDING` until the wallet provider has made it; without a contact until one is set.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/end-user-terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The terms that end users accept
         * @description The version in force and a page with its text. What a customer accepts is recorded by `endUserTermsConsent` of its creation or change; an earlier version may be named, too.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getEndUserTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description Needs the permission `VIEW`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Refused while a balance, a payment or an operation of its wallet exists. Its credentials and sessions end, its agents are deleted (what waits for an approval is rejected), its internal accounts are `CLOSED`, its external ones cannot be used any more. The record stays, with `isDeleted`; its UMA address is never given to anybody else.
         *
         *     Needs the permission `MANAGE`.
         */
        delete: operations["deleteCustomerById"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description A new email (phone number) of a customer with a linked EMAIL_OTP (SMS_OTP) credential takes the signed retry: customer and credential change together, or not at all. The first contact of a customer without one becomes the credential of the wallet, which is made then. Where strong customer authentication is demanded, a new phone number of a customer with a factor takes a live session.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updateCustomerById"];
        trace?: never;
    };
    "/customers/{customerId}/kyc-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to the hosted verification page
         * @description Each call gives a fresh link, which opens once, and not after `expiresAt`. Links that were given out before stay valid.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createCustomerKycLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beneficial-owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the beneficial owners of a business, oldest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listBeneficialOwners"];
        put?: never;
        /**
         * Name a person who owns or controls a business
         * @description Every owner of 25 percent or more, and one CONTROL_PERSON, is verified with the business.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createBeneficialOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beneficial-owners/{beneficialOwnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a beneficial owner
         * @description Needs the permission `VIEW`.
         */
        get: operations["getBeneficialOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a beneficial owner
         * @description Fields that are left out stay. What is changed goes to the verification vendor when the business is submitted again.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updateBeneficialOwner"];
        trace?: never;
    };
    "/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications, newest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listVerifications"];
        put?: never;
        /**
         * Submit a customer for verification
         * @description What is missing comes back as `errors` of a verification in RESOLVE_ERRORS, everything at once: add it and submit again. The same verification goes on until it is decided.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a verification
         * @description Needs the permission `VIEW`.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to the email address of a customer
         * @description Demanded of customers in the regions of strong customer authentication alone. Another code replaces the one before: after 60 seconds, five times in 24 hours. It is valid for ten minutes.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["sendCustomerEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}/verify-email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the email address of a customer
         * @description With the code of a mail. Five wrong codes make it invalid.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["confirmCustomerEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}/verify-phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to the phone number of a customer
         * @description Demanded of customers in the regions of strong customer authentication alone. Another code replaces the one before: after 60 seconds, five times in 24 hours. It is valid for ten minutes.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["sendCustomerPhoneVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}/verify-phone/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the phone number of a customer
         * @description With the code of a message. Five wrong codes make it invalid.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["confirmCustomerPhoneVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the factors of a customer
         * @description SMS_OTP is there as soon as the phone number is verified; others are enrolled.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listScaFactors"];
        put?: never;
        /**
         * Start the enrolment of a factor
         * @description The customer must have logged in, or have completed a reset of that factor. A customer who has no factor at all enrols the first one once its contacts are verified. It is confirmed within 15 minutes.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["startScaFactorEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/factors/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the enrolment of a factor
         * @description A wrong code or attestation counts like a wrong proof of a login. A new TOTP factor replaces the one before, with its recovery codes.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["confirmScaFactorEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/factors/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a passkey
         * @description The customer must have logged in; the last factor stays.
         *
         *     Needs the permission `TRANSACT`.
         */
        delete: operations["deleteScaFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/login/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the login of a customer
         * @description SMS_OTP sends a code, and the same one again while it is valid: three times at most. TOTP needs no start. A challenge is valid for five minutes.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["startScaLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/login/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the login of a customer
         * @description Opens a session of 180 days. In place of a TOTP code a recovery code is accepted, once. Five wrong proofs in a row, of any kind, lock the login for 15 minutes, the sixth for 30 minutes, the seventh for an hour, the eighth for 24 hours; the ninth suspends it.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["completeScaLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/record-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an event of the platform's own login
         * @description FAILED_LOGIN_ATTEMPT counts like a wrong proof. RESET_PASSWORD_COMPLETED ends all sessions and clears the counter, a suspension too.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["recordSecurityEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/factors/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the reset of a factor that a customer has lost
         * @description The customer opens `verificationLink` and is recognized there. Five resets in 24 hours; each ends after 24 hours.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["startTwoFactorReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/factors/reset/{resetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the reset of a factor
         * @description Needs the permission `VIEW`.
         */
        get: operations["getTwoFactorResetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sca/factors/reset/{resetId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the reset of a factor
         * @description Once its status is LIVENESS_PASSED. The lost factor is gone and all sessions end; TOTP and PASSKEY are then enrolled without a session, within 24 hours. SMS_OTP needs `mobile`, the new phone number, which is verified as any other.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["completeTwoFactorReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/bulk/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create customers from a CSV file
         * @description The file is read in the background; the job says how far, and a webhook when every row has been judged. `umaAddress`, `platformCustomerId`, `customerType`, `addressLine1`, `city`, `state`, `postalCode` and `country` are required columns; a person needs `fullName` and `birthDate`, a business `businessLegalName`. Wallets follow after the rows.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["uploadCustomersCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/bulk/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far an import is
         * @description With its first 1,000 errors; `/errors` below it lists all of them.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getBulkCustomerImportJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/bulk/jobs/{jobId}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of an import that have made no customer, in the order of the file
         * @description Needs the permission `VIEW`.
         */
        get: operations["listBulkCustomerImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents, newest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload a document of a customer or a beneficial owner
         * @description A PDF, JPEG or PNG of 10 MB at most. A passport, driving licence or national id needs `documentNumber` and `issuingAuthority`, the last two a `side`. A holder has one document of a type and side: replace it with PUT. The content cannot be read again. While a verification is open the verification vendor looks at it at once, and may refuse it.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the facts of a document
         * @description Type, status and file facts. The content of a document cannot be downloaded.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getDocument"];
        /**
         * Replace the file and the facts of a document
         * @description Under the same id and for the same holder; facts that are left out are gone. A document that was submitted is submitted again with the next verification.
         *
         *     Needs the permission `MANAGE`.
         */
        put: operations["replaceDocument"];
        post?: never;
        /**
         * Delete a document that has not been submitted
         * @description Needs the permission `MANAGE`.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers' internal accounts, oldest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers' internal accounts, oldest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listCustomerInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the platform's own internal accounts
         * @description One for each supported currency; not paged.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listPlatformInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-accounts/balance-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balances over time, summed per currency
         * @description Of all the platform's and its customers' internal accounts, or of one. The points are equally spaced from `startDate` to `endDate` (now), both included; without `startDate` over so many `hours`.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listBalanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the privacy setting of an embedded wallet
         * @description Signed retry, stamped with any session of the wallet: `200` with the account.
         *
         *     Needs the permission `TRANSACT`.
         */
        patch: operations["updateInternalAccount"];
        trace?: never;
    };
    "/internal-accounts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a wallet's mnemonic, sealed to a fresh key
         * @description Signed retry: `200` with `encryptedWalletCredentials`, once. They are not stored: when they are lost, or the challenge has expired, export again. They allow payments: a customer who may not pay cannot export them.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["exportInternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List external accounts
         * @description Needs the permission `VIEW`.
         */
        get: operations["listCustomerExternalAccounts"];
        put?: never;
        /**
         * Register an external account that can be paid
         * @description Without `customerId` the account is the platform’s own.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createCustomerExternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer’s external account
         * @description Needs the permission `VIEW`.
         */
        get: operations["getCustomerExternalAccountById"];
        put?: never;
        post?: never;
        /**
         * Delete a customer’s external account
         * @description Payments in progress continue; quotes that have not been executed expire. An equal account can be registered again. One that its customer trusts is untrusted first.
         *
         *     Needs the permission `MANAGE`.
         */
        delete: operations["deleteCustomerExternalAccountById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Challenge the ownership of a customer’s wallet
         * @description A new challenge replaces the previous one. `LIVENESS` is answered on the page of its link, and a webhook reports the result; `WALLET_SIGNATURE` is answered with the verify call.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createExternalAccountOwnershipChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the ownership of a customer’s wallet by a signature
         * @description An invalid signature, or one after the challenge has expired, is a 400 and leaves the account `UNVERIFIED`: start again with a new challenge.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["verifyExternalAccountOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to trust a beneficiary
         * @description Answers the challenge that the customer has to meet; none where it is so already. A challenge that is still open is answered again.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["startBeneficiaryTrust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}/trust/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trust a beneficiary
         * @description Payments to it need no `PAYOUT` authorization from now on.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["confirmBeneficiaryTrust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}/untrust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to withdraw the trust in a beneficiary
         * @description Answers the challenge that the customer has to meet; none where it is so already. A challenge that is still open is answered again.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["startBeneficiaryUntrust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{externalAccountId}/untrust/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the trust in a beneficiary
         * @description Payments to it need a `PAYOUT` authorization again.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["confirmBeneficiaryUntrust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/external-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the external accounts of the platform itself
         * @description Needs the permission `VIEW`.
         */
        get: operations["listPlatformExternalAccounts"];
        put?: never;
        /**
         * Register an account of the platform itself
         * @description Needs the permission `MANAGE`.
         */
        post: operations["createPlatformExternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/external-accounts/{externalAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform’s own external account
         * @description Needs the permission `VIEW`.
         */
        get: operations["getPlatformExternalAccountById"];
        put?: never;
        post?: never;
        /**
         * Delete the platform’s own external account
         * @description Payments in progress continue; quotes that have not been executed expire. An equal account can be registered again. One that its customer trusts is untrusted first.
         *
         *     Needs the permission `MANAGE`.
         */
        delete: operations["deletePlatformExternalAccountById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/external-accounts/{externalAccountId}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Challenge the ownership of the platform’s own wallet
         * @description A new challenge replaces the previous one. `LIVENESS` is answered on the page of its link, and a webhook reports the result; `WALLET_SIGNATURE` is answered with the verify call.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createPlatformExternalAccountOwnershipChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/external-accounts/{externalAccountId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the ownership of the platform’s own wallet by a signature
         * @description An invalid signature, or one after the challenge has expired, is a 400 and leaves the account `UNVERIFIED`: start again with a new challenge.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["verifyPlatformExternalAccountOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials of an embedded wallet
         * @description Needs the permission `VIEW`.
         */
        get: operations["listAuthCredentials"];
        put?: never;
        /**
         * Add a credential to an embedded wallet
         * @description First call: answers `202` with `payloadToSign`. Signed retry, stamped with an active session key of the wallet: answers `201` with the credential. Adding a one-time code sends the first code, and the credential shows the bundle that it is to be sealed to.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a credential and end its sessions
         * @description Signed retry, stamped with a session of another credential of the wallet: `204`. The last credential of a wallet cannot be revoked.
         *
         *     Needs the permission `TRANSACT`.
         */
        delete: operations["revokeAuthCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a one-time code, or begin a passkey login
         * @description One-time codes: sends a fresh code and answers the bundle that it is to be sealed to; `status: PROCESSING` means that the code is being sent: repeat the call. Passkeys: answers the challenge; its UTF-8 bytes are the WebAuthn challenge.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["challengeAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a credential and create a session
         * @description One-time codes: the first call brings the sealed code and answers `202` with `payloadToSign`; the signed retry answers the session, whose key is the one inside the code. Passkeys bring the assertion with `Request-Id`, identities a fresh token: the session key comes back sealed to `clientPublicKey`.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["verifyAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock a one-time-code credential
         * @description A hundred wrong codes in a row lock a credential: challenge and verify answer `423 ACCOUNT_LOCKED`. A stamped operation of the same wallet unlocks it, or the platform does, here. A credential that is not locked stays as it is.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["unlockAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active sessions of an embedded wallet
         * @description Needs the permission `VIEW`.
         */
        get: operations["listAuthSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new session from an active one
         * @description Signed retry, stamped with the session itself: `201` with a new session, whose key is sealed to `clientPublicKey`. The old session stays valid until it expires.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["refreshAuthSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Signed retry, stamped with any session of the wallet, itself included: `204`.
         *
         *     Needs the permission `TRANSACT`.
         */
        delete: operations["revokeAuthSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/delegated-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delegated keys of an account
         * @description At least one of the two parameters is needed. Both name an internal account: a card names its funding sources by their accounts.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listDelegatedKeys"];
        put?: never;
        /**
         * Let a card draw on an embedded wallet
         * @description Three calls with the same body, the second and third of them signed retries that any session of the wallet stamps. The first answers `202` with what makes the key known at the wallet provider, the second `202` with the policy that limits it to card pulls of this account, the third `201` with the key, which is `ACTIVE`. A key whose calls are not finished stays `PENDING`, and another may be begun. A funding source of a card has one `ACTIVE` key.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createDelegatedKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/delegated-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delegated key
         * @description Needs the permission `VIEW`.
         */
        get: operations["getDelegatedKeyById"];
        put?: never;
        post?: never;
        /**
         * Revoke a delegated key
         * @description From the answer on the key signs nothing: its private half is destroyed. What is authorized stays held, and is pulled once the funding source has a new key. A repeat answers the same.
         *
         *     Needs the permission `TRANSACT`.
         */
        delete: operations["revokeDelegatedKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pull money from a bank account into an internal account
         * @deprecated
         * @description Use a quote instead; it serves payments in one currency too.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createTransferIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money from an internal account to a bank account of the same currency
         * @deprecated
         * @description Use a quote instead; it serves payments in one currency too, and embedded wallets, which must sign. Where strong authentication is asked of the customer, only to a beneficiary that the customer trusts.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createTransferOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver/uma/{receiverUmaAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up what a UMA address can receive
         * @description Name the sender by `customerId` or by `senderUmaAddress`. Put the `lookupId` of the answer into the quote. Addresses of customers here, of any platform of the same environment, and those that its payout rail knows can be paid: in the sandbox those of `sandbox.uma.money`. One of a provider that is blocked (`GET /uma-providers`) answers `403`.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["lookupUma"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver/external-account/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up what an external account can receive
         * @description Name the sender by `customerId` or by `senderUmaAddress`. The rate is current and not locked; a quote locks it.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["lookupExternalAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crypto/estimate-withdrawal-fee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate what a withdrawal to a wallet would cost
         * @description What a quote made now would debit and deliver. The network fee is paid out of the application fee, so `networkFee` is 0.
         *
         *     Needs the permission `VIEW`.
         */
        post: operations["estimateCryptoWithdrawalFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a quote: a price that is locked until it expires
         * @description For an embedded wallet the answer carries `payloadToSign`: stamp it byte for byte with a session key of the wallet and send the stamp with the execute call. For real-time funding it says where to send the funds and with which reference; the payment starts when the deposit arrives. With `immediatelyExecute` the quote is executed before the answer. `202`: the payer must authorize it first (`scaChallenge`); real-time funding then says where to send the funds.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quote
         * @description Needs the permission `VIEW`.
         */
        get: operations["getQuoteById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a quote
         * @description Moves the quote to `PROCESSING` and holds the funds; the payment then completes in the background. A retry with the same `Idempotency-Key` gets the original response. `PENDING_AUTHORIZATION`: the funds are held, and the payment goes on when the customer has answered the `scaChallenge`.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["executeQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authorize the payment of a quote with a proof of its payer
         * @description Answers the `scaChallenge` of the quote. While the answer is `PENDING_AUTHORIZATION`, there is another one to be answered. The same proof sent again changes nothing.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["authorizeQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}/authorize/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the code of a quote’s challenge again
         * @description The challenge stays the same and expires when it did. Three times at most; of a code that is sent by SMS alone.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["resendQuoteScaCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions, newest first
         * @description `customerId` takes the platform's own id (`PlatformConfig:...`) for transactions of the platform itself. An account identifier is the id of an internal or external account or a UMA address. Dates are inclusive at both ends. A pending transaction past its time is `EXPIRED`.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description Needs the permission `VIEW`.
         */
        get: operations["getTransactionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a transaction, what it waits for, and who must act
         * @description Needs the permission `VIEW`.
         */
        get: operations["listTransactionTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record when the customer was given the transaction's receipt
         * @description A repeated call overwrites. Without a time it is now.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["confirmReceiptDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an incoming payment, or what an agent has submitted
         * @description An incoming payment within five seconds of a `202` to its `INCOMING_PAYMENT.PENDING` webhook; after that it is rejected. What an agent has submitted is judged again by the policy in force, and executed, or ends `FAILED` where it does not hold any more.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["approvePendingPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an incoming payment, or what an agent has submitted
         * @description Needs the permission `TRANSACT`.
         */
        post: operations["rejectPendingPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request the cancellation of a payment over ACH or wire
         * @description The rail decides: where it could still stop the payout the payment fails and is refunded (`USER_CANCELLATION`), and where it could not, it completes.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["cancelTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/ledger-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ledger entries of a transaction
         * @description Double entry: each moves an amount from one account (`debit`) to another (`credit`). PENDING holds, POST_PENDING posts the hold, VOID_PENDING releases it.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listTransactionLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook events, newest first
         * @description Events are kept 30 days. `withRequest` adds the exact request that a receiver gets: headers, signature and body.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event with its deliveries and every attempt
         * @description Needs the permission `VIEW`.
         */
        get: operations["getWebhookEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of webhooks, newest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events/{eventId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description To the platform's present endpoint, under the same event `id`, once: no retries follow. While a redelivery of the event is pending, a further call returns that one.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["redeliverWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a range of events again
         * @description Oldest first, to the present endpoint, each under its own event `id`, once, after new events. `failedOnly` (the default) selects those without a successful delivery: stopped, waiting for a retry, or never sent. One call selects 1000 at most and scans 20,000; while `hasMore`, repeat it with the cursor and the same range.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["redeliverWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rates now, for an amount, by corridor and rail
         * @description Up to five minutes old and not locked: a quote locks. The platform’s fees are included. Without `sourceCurrency`: from every currency of the platform; without `destinationCurrency`: to every currency of banks.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getExchangeRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the banks that an external account can name
         * @description Needs the permission `VIEW`.
         */
        get: operations["getDiscoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uma-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers of UMA addresses
         * @description In the order in which they were added. Blocked providers are listed too, unless `hasBlockedProviders` is false.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getAvailableUmaProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vasps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers of custodial wallets
         * @description Virtual asset service providers by the name that an external account states as `vaspName`, in the order in which they were added.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listVasps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an invitation
         * @description For a customer of this platform. The invited person opens the `url` and claims the invitation, once, through the platform where they become a customer. `amountToSend` is shown only: send it yourself when `INVITATION.CLAIMED` arrives, with a quote that locks the sending side.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitationCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invitation by its code
         * @description Any platform of the same environment that has the code may read it. Who has claimed it is shown to the platforms of the two customers alone.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitationCode}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an invitation for a customer of this platform
         * @description Once: of claims at the same time one succeeds. The platform of the inviter gets `INVITATION.CLAIMED`. The invitation may be of any platform of the same environment.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["claimInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitationCode}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an invitation that this platform has made
         * @description Only one that waits to be claimed. One of another platform answers `403`.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["cancelInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cards, newest first
         * @description `accountId` names a funding source; a closed card has none.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listCards"];
        put?: never;
        /**
         * Issue a card that draws on a wallet
         * @description The card is `PROCESSING` until the issuer has made it, usually before the answer. Every card that is not `CLOSED` counts for `CARD_LIMIT_REACHED`.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a card
         * @description Needs the permission `VIEW`.
         */
        get: operations["getCardById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Freeze, unfreeze or close a card; replace its funding sources; change its limit
         * @description Freezing and closing hold from the answer on. A card that is unfrozen stays `FROZEN` until the issuer knows, usually before the answer; `CARD.STATE_CHANGE` tells when it is later.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updateCardById"];
        trace?: never;
    };
    "/cards/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A page that shows the card's number, expiry and security code
         * @description The address is for an iframe in a page of yours and shows the card for five minutes, without further authentication. The page is the issuer's: the number passes through neither your servers nor ours. The card must be `ACTIVE` or `FROZEN`.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["revealCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoin-provider-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List linked provider accounts, newest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listStablecoinProviderAccounts"];
        put?: never;
        /**
         * Link an account at the stablecoin provider
         * @description The login is verified before the answer. An account that is `INVALID` gets its new login by being linked again, and keeps its id.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["linkStablecoinProviderAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoin-provider-accounts/{stablecoinProviderAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a linked provider account
         * @description Needs the permission `VIEW`.
         */
        get: operations["getStablecoinProviderAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stablecoins, newest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listStablecoins"];
        put?: never;
        /**
         * Register a stablecoin that the provider issues for you
         * @description The provider confirms the token before the answer. A sandbox reviews it at once; elsewhere a person does, and it is `PENDING_REVIEW`.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["registerStablecoin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoins/{stablecoinId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a stablecoin
         * @description Needs the permission `VIEW`.
         */
        get: operations["getStablecoin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoins/{stablecoinId}/request-service-enablement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a stablecoin to be a currency of the platform
         * @description From `NOT_ENABLED` to `PENDING_APPROVAL`; a repeat changes nothing. A person decides once the stablecoin is `PROVISIONED`.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["requestStablecoinEnablement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoins/{stablecoinId}/mints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a stablecoin into a Spark wallet
         * @description By wire: `fundingInstructions` say where to send the dollars, usually in the answer. By ACH debit: the bank account must be linked at the provider, and its customer ready to pay. Internal accounts and balances are not sources yet.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createStablecoinMint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoins/{stablecoinId}/burns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Burn a stablecoin and have dollars paid to a bank account
         * @description From `EXTERNAL_ACCOUNT`: `fundingInstructions` have the address that any wallet may send the coins to, once the operation is `PENDING_FUNDING`.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createStablecoinBurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoins/{stablecoinId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mints and burns of a stablecoin, newest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listStablecoinOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stablecoin-operations/{stablecoinOperationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a mint or burn
         * @description Needs the permission `VIEW`.
         */
        get: operations["getStablecoinOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/internal-accounts/{id}/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit an internal account with sandbox money
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxFundInternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate the payer of a quote
         * @description Of a quote that waits for a deposit, the deposit: an amount other than the quoted one fails the payment with `FUNDING_AMOUNT_MISMATCH` and is refunded. Of one whose source is an external account that is pulled, the payer's bank: the quote is executed where it is not yet, and the collection settles, whatever the account's suffix says; it is of the whole amount. A repeat answers the transaction as it is.
         *
         *     Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/uma/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate an incoming UMA payment from another domain
         * @description The platform is asked first: by `INCOMING_PAYMENT.PENDING` to its webhook endpoint, whose response approves or rejects. Without an endpoint the payment is approved.
         *
         *     Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxReceive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a TEST webhook, and see the endpoint's answer
         * @description It is signed and sent like every other webhook, once. The response shows the status that the endpoint answered; no answer at all is `WEBHOOK_DELIVERY_ERROR`.
         *
         *     Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mails and text messages of the platform
         * @description The last hundred that the sandbox has captured instead of sending them, newest first: codes of contacts, logins, payments and wallets. `/mails` is a page of them.
         *
         *     Needs the permission `VIEW`.
         *
         *     Sandbox credentials only.
         */
        get: operations["listSandboxMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a purchase: the amount is held until it is cleared
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/clearing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate the clearing of an authorization: part of it, all, or more; 0 is its expiry
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardClearing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate money back from the merchant, at most what is settled and not back yet
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/balance_inquiry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a question for the balance: it leaves no transaction
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardBalanceInquiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/credit_authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a credit that is announced: it is credited once it is cleared
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardCreditAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/financial_authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a purchase that is authorized and cleared in one
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardFinancialAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/financial_credit_authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a credit that is announced and cleared in one
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardFinancialCreditAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/authorization_advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a new total of an authorization
         * @description Of an `AUTHORIZED` or `PARTIALLY_SETTLED` one. What is cleared is part of the total.
         *
         *     Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardAuthorizationAdvice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/credit_authorization_advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a credit that was approved without asking
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardCreditAuthorizationAdvice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cards/{id}/simulate/return_reversal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate that the merchant takes its last return back
         * @description Of a `REFUNDED` one.
         *
         *     Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxSimulateCardReturnReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API tokens, newest first
         * @description `name` is compared exactly. Dates are inclusive at both ends. Secrets are not shown.
         *
         *     Needs the permission `MANAGE`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an API token
         * @description The `clientSecret` is in this response alone: it cannot be read again. A token grants only what it may do itself: `MANAGE` includes `TRANSACT`, which includes `VIEW`.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API token
         * @description Its secret is not shown.
         *
         *     Needs the permission `MANAGE`.
         */
        get: operations["getTokenById"];
        put?: never;
        post?: never;
        /**
         * Delete an API token
         * @description It is dead within five seconds. A token may delete itself, unless no other one of the platform has `MANAGE`.
         *
         *     Needs the permission `MANAGE`.
         */
        delete: operations["deleteTokenById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/quotes/{quoteId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a quote of one’s own
         * @description Executed at once (`APPROVED`, with its transaction), or submitted for the platform’s approval (`PENDING_APPROVAL`), as the policy says. Needs `EXECUTE_QUOTES`. A quote of an embedded wallet takes the stamp now; the approval uses it. Sent again, the request gets the first action back, with `Idempotent-Replayed: true`.
         *
         *     For agents.
         */
        post: operations["agentExecuteQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/transfer-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pull money from a bank account into an internal account of the customer
         * @deprecated
         * @description Use a quote instead; it serves payments in one currency too. Done at once (`APPROVED`) or submitted for the platform’s approval (`PENDING_APPROVAL`), as the policy says. Needs `CREATE_TRANSFERS`. What is pulled counts against the limits.
         *
         *     For agents.
         */
        post: operations["agentCreateTransferIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/transfer-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money from an internal account of the customer to a bank account
         * @deprecated
         * @description Use a quote instead; it serves payments in one currency too. Done at once (`APPROVED`) or submitted for the platform’s approval (`PENDING_APPROVAL`), as the policy says. Needs `CREATE_TRANSFERS`. An embedded wallet must sign.
         *
         *     For agents.
         */
        post: operations["agentCreateTransferOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one’s own actions, newest first
         * @description For agents.
         */
        get: operations["agentListActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/actions/{actionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action of one’s own
         * @description `PENDING_APPROVAL` waits for a person: read it again later, and do not submit it again. `rejectionReason` says why one was `REJECTED` or has `FAILED`.
         *
         *     For agents.
         */
        get: operations["agentGetAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/policy/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what would become of an action, without doing it
         * @description Takes the action that would be submitted. `ALLOW`: it would be executed at once; `APPROVAL_REQUIRED`: it would wait for a person; `DENY`: it would be refused. Each rule that applies is shown with its numbers, and what the limits leave. Nothing is reserved.
         *
         *     For agents.
         */
        post: operations["evaluateOwnPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the actions of agents that wait for approval
         * @description Dates are those of submission, inclusive at both ends.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listAgentApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/actions/{actionId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an action that waits for it
         * @description Judged again, by the policy in force now: `APPROVED`, and the payment goes on; or `FAILED`, with its reason. Answered when the decision is committed.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["approveAgentAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/actions/{actionId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an action that waits for approval
         * @description Its transaction ends `FAILED` with `COMPLIANCE_REJECTED`, and what it reserved is released.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["rejectAgentAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/policy/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what a policy would decide, without changing anything
         * @description About an action, about the last actions of the agent (`lastActions`), or both; by the policy in force, or by the one given. Of the last actions usage begins at nothing, and is what those before would have come to on their day and in their month. A policy that contradicts itself is refused as it is when an agent is created.
         *
         *     Needs the permission `VIEW`.
         */
        post: operations["evaluateAgentPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents, newest first
         * @description Deleted ones are left out. Dates are inclusive at both ends.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent of a customer
         * @description An agent is a program that acts for one customer within its policy. Its device code is in this response alone: give it to the program, which redeems it within 15 minutes for an access token. A policy that contradicts itself or names an account of somebody else is refused, every problem named.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description Needs the permission `VIEW`.
         */
        get: operations["getAgentById"];
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description Once it is answered, no action of the agent is accepted; its token is dead within five seconds. What waits for an approval is rejected. What it has paid stays.
         *
         *     Needs the permission `MANAGE`.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Rename, pause or resume an agent
         * @description Once a pause is answered, no action of the agent is accepted and none that waits can be approved. A paused agent still reads.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/agents/{agentId}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the policy of an agent
         * @description Members that are left out stay, also inside `spendingLimits`; `permissions`, `allowedAccountIds` and `accountRules` replace their lists. A new limit `currency` restates every amount that is left out, and the usage, at the current rate. The change is effective for the very next decision; every version is kept. A policy that contradicts itself after the change is refused, every problem named.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updateAgentPolicy"];
        trace?: never;
    };
    "/agents/{agentId}/device-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new device code
         * @description For an agent that is not connected yet; its earlier codes are void. A connected agent is installed anew only by deleting it and creating another.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["regenerateAgentDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/device-codes/{code}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether a device code has been redeemed
         * @description A code that was replaced by a newer one is not found. An expired one stays unredeemed.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["getAgentDeviceCodeStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/device-codes/{code}/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a device code for an access token
         * @description For the program that becomes the agent. The code may be typed in lower case, with spaces or without hyphens. The access token is in this response alone and lives as long as the agent. Ten wrong codes from one address within a minute are its limit.
         *
         *     Open: takes no credentials.
         */
        post: operations["redeemAgentDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one’s own record
         * @description The policy in force and what has been used of its limits. A paused agent reads too.
         *
         *     For agents.
         */
        get: operations["getAgentMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the internal accounts of the agent’s customer with their balances, oldest first
         * @description For agents whose policy has `VIEW_TRANSACTIONS`.
         */
        get: operations["agentListInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/external-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the external accounts of the agent’s customer, oldest first
         * @description For agents whose policy has `VIEW_TRANSACTIONS`.
         */
        get: operations["agentListExternalAccounts"];
        put?: never;
        /**
         * Register an external account of the agent’s customer that can be paid
         * @description For agents whose policy has `MANAGE_EXTERNAL_ACCOUNTS`.
         */
        post: operations["agentCreateExternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/external-accounts/{externalAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an external account of the agent’s customer
         * @description For agents whose policy has `VIEW_TRANSACTIONS`.
         */
        get: operations["agentGetExternalAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an external account of the agent’s customer
         * @description Payments in progress continue; quotes that have not been executed expire. An equal account can be registered again. One that the policy of an agent of this customer names is for the platform alone to delete: `403`.
         *
         *     For agents whose policy has `MANAGE_EXTERNAL_ACCOUNTS`.
         */
        delete: operations["agentDeleteExternalAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of the agent’s customer, newest first
         * @description An account identifier is the id of an internal or external account or a UMA address. Dates are inclusive at both ends. A pending transaction past its time is `EXPIRED`.
         *
         *     For agents whose policy has `VIEW_TRANSACTIONS`.
         */
        get: operations["agentListTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction of the agent’s customer
         * @description For agents whose policy has `VIEW_TRANSACTIONS`.
         */
        get: operations["agentGetTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a quote: a price that is locked until it expires
         * @description Between accounts of the agent’s customer, or to a UMA address. No payment starts by it: `immediatelyExecute`, `platformFeeOverride` and real-time funding are refused. For an embedded wallet the answer carries `payloadToSign`, which the customer’s device must stamp.
         *
         *     For agents whose policy has `CREATE_QUOTES`.
         */
        post: operations["agentCreateQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/quotes/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quote that the agent has made
         * @description For agents.
         */
        get: operations["agentGetQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "outgoing-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of an outgoing payment has changed
         * @description Types: `OUTGOING_PAYMENT.PENDING`, `OUTGOING_PAYMENT.PENDING_AUTHORIZATION`, `OUTGOING_PAYMENT.PROCESSING`, `OUTGOING_PAYMENT.COMPLETED`, `OUTGOING_PAYMENT.FAILED`, `OUTGOING_PAYMENT.EXPIRED`, `OUTGOING_PAYMENT.REFUND_PENDING`, `OUTGOING_PAYMENT.REFUND_COMPLETED`, `OUTGOING_PAYMENT.REFUND_FAILED`.
         */
        post: operations["outgoingPaymentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incoming-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of an incoming payment has changed
         * @description Types: `INCOMING_PAYMENT.PENDING`, `INCOMING_PAYMENT.COMPLETED`, `INCOMING_PAYMENT.FAILED`, `INCOMING_PAYMENT.REFUND_PENDING`, `INCOMING_PAYMENT.REFUND_COMPLETED`, `INCOMING_PAYMENT.REFUND_FAILED`.
         */
        post: operations["incomingPaymentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer's verification has a result
         * @description Types: `CUSTOMER.KYC_APPROVED`, `CUSTOMER.KYC_REJECTED`, `CUSTOMER.KYC_PENDING`, `CUSTOMER.KYB_APPROVED`, `CUSTOMER.KYB_REJECTED`, `CUSTOMER.KYB_PENDING`.
         */
        post: operations["customerUpdateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a verification has changed
         * @description Types: `VERIFICATION.RESOLVE_ERRORS`, `VERIFICATION.IN_PROGRESS`, `VERIFICATION.PENDING_MANUAL_REVIEW`, `VERIFICATION.APPROVED`, `VERIFICATION.REJECTED`.
         */
        post: operations["verificationUpdateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "internal-account-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An internal account has changed
         * @description Types: `INTERNAL_ACCOUNT.BALANCE_UPDATED`, `INTERNAL_ACCOUNT.STATUS_UPDATED`, `INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED`.
         */
        post: operations["internalAccountStatusWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "external-account-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An external account has changed
         * @description Types: `EXTERNAL_ACCOUNT.STATUS_UPDATED`.
         */
        post: operations["externalAccountStatusWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent-action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An action of an agent waits for your approval
         * @description Types: `AGENT_ACTION.PENDING_APPROVAL`.
         */
        post: operations["agentActionWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card has changed
         * @description Types: `CARD.STATE_CHANGE`, `CARD.FUNDING_SOURCE_CHANGE`.
         */
        post: operations["cardChangeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card-transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of: card-transaction
         * @description Types: `CARD_TRANSACTION.AUTHORIZED`, `CARD_TRANSACTION.PARTIALLY_SETTLED`, `CARD_TRANSACTION.SETTLED`, `CARD_TRANSACTION.REFUNDED`, `CARD_TRANSACTION.EXCEPTION`.
         */
        post: operations["cardTransactionWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation-claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invitation has been claimed
         * @description Types: `INVITATION.CLAIMED`.
         */
        post: operations["invitationClaimedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bulk-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An import of customers has ended
         * @description Types: `BULK_UPLOAD.COMPLETED`, `BULK_UPLOAD.FAILED`.
         */
        post: operations["bulkUploadWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "test-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of the endpoint
         * @description Types: `TEST`.
         */
        post: operations["testWebhookWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Address: {
            /** @example 1 Main Street */
            line1: string;
            line2?: string;
            city?: string;
            state?: string;
            /** @example 10001 */
            postalCode: string;
            /**
             * Format: country
             * @example US
             */
            country: string;
        };
        Currency: {
            /** @example USDB */
            code: string;
            /** @example USDB */
            name: string;
            symbol?: string;
            /** @example 6 */
            decimals: number;
        };
        CurrencyAmount: {
            /** @example 5000000 */
            amount: number;
            currency: components["schemas"]["Currency"];
        };
        InternalAccount: {
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId?: string;
            type: components["schemas"]["InternalAccountType"];
            /** @enum {string} */
            status: "PENDING" | "ACTIVE" | "CLOSED" | "FROZEN" | "FAILED";
            balance: components["schemas"]["CurrencyAmount"];
            totalBalance: components["schemas"]["CurrencyAmount"];
            /** @description Where to send money for this account at any time: what arrives there is credited. Empty while the account can receive nothing. */
            fundingPaymentInstructions: components["schemas"]["PaymentInstructions"][];
            privateEnabled?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
        };
        InternalAccountList: {
            data: components["schemas"]["InternalAccount"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        InternalAccountType: "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET";
        AuthCredentialChallengeRequest: {
            clientPublicKey?: components["schemas"]["clientPublicKey"];
        };
        AuthCredentialCreateRequest: {
            /** @constant */
            type: "EMAIL_OTP";
            accountId: string;
        } | {
            /** @constant */
            type: "SMS_OTP";
            accountId: string;
        } | {
            /** @constant */
            type: "OAUTH";
            accountId: string;
            oidcToken: string;
        } | {
            /** @constant */
            type: "PASSKEY";
            accountId: string;
            challenge: string;
            attestation: components["schemas"]["PasskeyAttestation"];
            nickname: string;
        };
        AuthCredentialVerifyRequest: {
            /** @constant */
            type: "EMAIL_OTP";
            encryptedOtpBundle: string;
        } | {
            /** @constant */
            type: "SMS_OTP";
            encryptedOtpBundle: string;
        } | {
            /** @constant */
            type: "OAUTH";
            oidcToken: string;
            clientPublicKey: components["schemas"]["clientPublicKey"];
        } | {
            /** @constant */
            type: "PASSKEY";
            assertion: components["schemas"]["PasskeyAssertion"];
        };
        AuthMethod: {
            /** @example AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            type: components["schemas"]["AuthMethodType"];
            /** @example ada@example.com */
            nickname: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
            credentialId?: string;
            otpEncryptionTargetBundle?: string;
        };
        AuthMethodList: {
            data: components["schemas"]["AuthMethod"][];
        };
        /** @enum {string} */
        AuthMethodType: "PASSKEY" | "OAUTH" | "EMAIL_OTP" | "SMS_OTP";
        AuthSession: {
            /** @example Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            type: components["schemas"]["AuthMethodType"];
            /** @example ada@example.com */
            nickname: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            encryptedSessionSigningKey?: string;
        };
        AuthSessionList: {
            data: components["schemas"]["AuthSession"][];
        };
        AuthSessionRefreshRequest: {
            clientPublicKey: components["schemas"]["clientPublicKey"];
        };
        InternalAccountExport: {
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            encryptedWalletCredentials: string;
        };
        InternalAccountExportRequest: {
            clientPublicKey: components["schemas"]["clientPublicKey"];
        };
        InternalAccountUpdateRequest: {
            privateEnabled: boolean;
        };
        PasskeyAssertion: {
            credentialId: string;
            clientDataJson: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string | null;
        };
        PasskeyAttestation: {
            credentialId: string;
            clientDataJson: string;
            attestationObject: string;
            transports?: string[];
        };
        PasskeyAuthChallenge: {
            /** @example AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            type: components["schemas"]["AuthMethodType"];
            /** @example ada@example.com */
            nickname: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
            credentialId: string;
            otpEncryptionTargetBundle?: string;
            challenge: string;
            /** @example Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            requestId: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        SignedRetryChallenge: {
            type?: components["schemas"]["AuthMethodType"];
            payloadToSign: string;
            /** @example Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            requestId: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        WalletOperationProcessing: {
            /** @constant */
            status: "PROCESSING";
            message: string;
        };
        clientPublicKey: string;
        BusinessCustomer: {
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example user-4711 */
            platformCustomerId: string;
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress: string;
            endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            contactVerification?: components["schemas"]["ContactVerification"];
            isDeleted?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            customerType: "BUSINESS";
            address?: components["schemas"]["Address"];
            businessInfo?: components["schemas"]["BusinessInfoResponse"];
            beneficialOwners?: components["schemas"]["BeneficialOwner"][];
            /** @enum {string} */
            kybStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED" | "HOLD";
        };
        BusinessCustomerCreateRequest: {
            /** @example user-4711 */
            platformCustomerId?: string;
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress?: string;
            endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            customerType: "BUSINESS";
            address?: components["schemas"]["Address"];
            businessInfo: components["schemas"]["BusinessInfo"];
        };
        BusinessCustomerUpdateRequest: {
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress?: string;
            endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            customerType: "BUSINESS";
            address?: components["schemas"]["Address"];
            businessInfo?: components["schemas"]["BusinessInfoUpdate"];
        };
        BusinessInfo: {
            /** @example Analytical Engines Ltd */
            legalName: string;
            doingBusinessAs?: string;
            /**
             * Format: country
             * @example US
             */
            country: string;
            registrationNumber?: string;
            /**
             * Format: date
             * @example 2015-03-01
             */
            incorporatedOn: string;
            /** @enum {string} */
            entityType?: "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "PUBLICLY_LISTED_COMPANY" | "TRUST" | "PRIVATE_FOUNDATION" | "CHARITY" | "OTHER";
            countriesOfOperation?: string[];
            /** @enum {string} */
            businessType?: "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" | "UTILITIES" | "CONSTRUCTION" | "MANUFACTURING" | "WHOLESALE_TRADE" | "RETAIL_TRADE" | "TRANSPORTATION_AND_WAREHOUSING" | "INFORMATION" | "FINANCE_AND_INSURANCE" | "REAL_ESTATE_AND_RENTAL_AND_LEASING" | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES" | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" | "EDUCATIONAL_SERVICES" | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE" | "ARTS_ENTERTAINMENT_AND_RECREATION" | "ACCOMMODATION_AND_FOOD_SERVICES" | "OTHER_SERVICES" | "PUBLIC_ADMINISTRATION";
            /** @enum {string} */
            purposeOfAccount?: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
            sourceOfFunds?: string;
            /** @enum {string} */
            expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
            /** @enum {string} */
            expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
            expectedRecipientJurisdictions?: string[];
            naicsCode?: string;
            sourceOfFundsCategories?: ("OPERATING_REVENUE" | "INVESTMENT_INCOME" | "LOANS" | "VENTURE_CAPITAL" | "PERSONAL_SAVINGS" | "DONATIONS" | "OTHER")[];
            sourceOfFundsOtherDescription?: string;
            purposeOfAccountOtherDescription?: string;
            expectedCounterpartyCountries?: string[];
            primaryContactFirstName?: string;
            primaryContactLastName?: string;
            taxId: string;
        };
        BusinessInfoResponse: {
            /** @example Analytical Engines Ltd */
            legalName: string;
            doingBusinessAs?: string;
            /**
             * Format: country
             * @example US
             */
            country?: string;
            registrationNumber?: string;
            /**
             * Format: date
             * @example 2015-03-01
             */
            incorporatedOn?: string;
            /** @enum {string} */
            entityType?: "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "PUBLICLY_LISTED_COMPANY" | "TRUST" | "PRIVATE_FOUNDATION" | "CHARITY" | "OTHER";
            countriesOfOperation?: string[];
            /** @enum {string} */
            businessType?: "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" | "UTILITIES" | "CONSTRUCTION" | "MANUFACTURING" | "WHOLESALE_TRADE" | "RETAIL_TRADE" | "TRANSPORTATION_AND_WAREHOUSING" | "INFORMATION" | "FINANCE_AND_INSURANCE" | "REAL_ESTATE_AND_RENTAL_AND_LEASING" | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES" | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" | "EDUCATIONAL_SERVICES" | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE" | "ARTS_ENTERTAINMENT_AND_RECREATION" | "ACCOMMODATION_AND_FOOD_SERVICES" | "OTHER_SERVICES" | "PUBLIC_ADMINISTRATION";
            /** @enum {string} */
            purposeOfAccount?: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
            sourceOfFunds?: string;
            /** @enum {string} */
            expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
            /** @enum {string} */
            expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
            expectedRecipientJurisdictions?: string[];
            naicsCode?: string;
            sourceOfFundsCategories?: ("OPERATING_REVENUE" | "INVESTMENT_INCOME" | "LOANS" | "VENTURE_CAPITAL" | "PERSONAL_SAVINGS" | "DONATIONS" | "OTHER")[];
            sourceOfFundsOtherDescription?: string;
            purposeOfAccountOtherDescription?: string;
            expectedCounterpartyCountries?: string[];
            primaryContactFirstName?: string;
            primaryContactLastName?: string;
        };
        BusinessInfoUpdate: {
            /** @example Analytical Engines Ltd */
            legalName?: string;
            doingBusinessAs?: string;
            /**
             * Format: country
             * @example US
             */
            country?: string;
            registrationNumber?: string;
            /**
             * Format: date
             * @example 2015-03-01
             */
            incorporatedOn?: string;
            /** @enum {string} */
            entityType?: "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "PUBLICLY_LISTED_COMPANY" | "TRUST" | "PRIVATE_FOUNDATION" | "CHARITY" | "OTHER";
            countriesOfOperation?: string[];
            /** @enum {string} */
            businessType?: "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" | "UTILITIES" | "CONSTRUCTION" | "MANUFACTURING" | "WHOLESALE_TRADE" | "RETAIL_TRADE" | "TRANSPORTATION_AND_WAREHOUSING" | "INFORMATION" | "FINANCE_AND_INSURANCE" | "REAL_ESTATE_AND_RENTAL_AND_LEASING" | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES" | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" | "EDUCATIONAL_SERVICES" | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE" | "ARTS_ENTERTAINMENT_AND_RECREATION" | "ACCOMMODATION_AND_FOOD_SERVICES" | "OTHER_SERVICES" | "PUBLIC_ADMINISTRATION";
            /** @enum {string} */
            purposeOfAccount?: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
            sourceOfFunds?: string;
            /** @enum {string} */
            expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
            /** @enum {string} */
            expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
            expectedRecipientJurisdictions?: string[];
            naicsCode?: string;
            sourceOfFundsCategories?: ("OPERATING_REVENUE" | "INVESTMENT_INCOME" | "LOANS" | "VENTURE_CAPITAL" | "PERSONAL_SAVINGS" | "DONATIONS" | "OTHER")[];
            sourceOfFundsOtherDescription?: string;
            purposeOfAccountOtherDescription?: string;
            expectedCounterpartyCountries?: string[];
            primaryContactFirstName?: string;
            primaryContactLastName?: string;
            taxId?: string;
        };
        CustomerCreateRequestOneOf: components["schemas"]["IndividualCustomerCreateRequest"] | components["schemas"]["BusinessCustomerCreateRequest"];
        CustomerList: {
            data: components["schemas"]["CustomerOneOf"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        CustomerOneOf: components["schemas"]["IndividualCustomer"] | components["schemas"]["BusinessCustomer"];
        /** @enum {string} */
        CustomerType: "INDIVIDUAL" | "BUSINESS";
        CustomerUpdateRequestOneOf: components["schemas"]["IndividualCustomerUpdateRequest"] | components["schemas"]["BusinessCustomerUpdateRequest"];
        EndUserTerms: {
            /** @example 2025-10-13 */
            version: string;
            /**
             * Format: uri
             * @description A page with their text.
             */
            url: string;
        };
        EndUserTermsConsent: {
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            acceptedAt: string;
            /** @example 203.0.113.7 */
            ipAddress: string;
            /** @example 2025-10-13 */
            termsVersion: string;
            /** @enum {string} */
            acceptanceMethod: "CHECKBOX" | "CLICK_TO_ACCEPT";
        };
        IndividualCustomer: {
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example user-4711 */
            platformCustomerId: string;
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress: string;
            endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            contactVerification?: components["schemas"]["ContactVerification"];
            isDeleted?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            customerType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            idType?: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
            sourceOfFundsCategories?: ("SALARY" | "SELF_EMPLOYMENT_INCOME" | "INVESTMENT_INCOME" | "PENSION" | "RENTAL_INCOME" | "GIFT" | "INHERITANCE" | "LOAN" | "SAVINGS" | "SALE_OF_ASSETS" | "OTHER")[];
            sourceOfFundsOtherDescription?: string;
            sourceOfWealthCategories?: ("SALARY" | "BUSINESS_INCOME" | "INVESTMENTS" | "INHERITANCE" | "PROPERTY_SALE" | "GIFT" | "RETIREMENT" | "SAVINGS" | "OTHER")[];
            sourceOfWealthOtherDescription?: string;
            /** @enum {string} */
            purposeOfAccount?: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
            purposeOfAccountOtherDescription?: string;
            /** @enum {string} */
            expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
            /** @enum {string} */
            expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
            /** @enum {string} */
            annualIncomeRange?: "UNDER_50K" | "RANGE_50K_100K" | "RANGE_100K_250K" | "RANGE_250K_1M" | "OVER_1M";
            /** @enum {string} */
            netWorthRange?: "UNDER_100K" | "RANGE_100K_500K" | "RANGE_500K_1M" | "RANGE_1M_5M" | "RANGE_5M_25M" | "OVER_25M";
            /** @enum {string} */
            pepStatus?: "NONE" | "DOMESTIC" | "FOREIGN" | "HIO" | "FAMILY_OR_ASSOCIATE";
            /** @enum {string} */
            kycStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED" | "HOLD";
        };
        IndividualCustomerCreateRequest: {
            /** @example user-4711 */
            platformCustomerId?: string;
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress?: string;
            endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            customerType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            idType?: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
            sourceOfFundsCategories?: ("SALARY" | "SELF_EMPLOYMENT_INCOME" | "INVESTMENT_INCOME" | "PENSION" | "RENTAL_INCOME" | "GIFT" | "INHERITANCE" | "LOAN" | "SAVINGS" | "SALE_OF_ASSETS" | "OTHER")[];
            sourceOfFundsOtherDescription?: string;
            sourceOfWealthCategories?: ("SALARY" | "BUSINESS_INCOME" | "INVESTMENTS" | "INHERITANCE" | "PROPERTY_SALE" | "GIFT" | "RETIREMENT" | "SAVINGS" | "OTHER")[];
            sourceOfWealthOtherDescription?: string;
            /** @enum {string} */
            purposeOfAccount?: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
            purposeOfAccountOtherDescription?: string;
            /** @enum {string} */
            expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
            /** @enum {string} */
            expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
            /** @enum {string} */
            annualIncomeRange?: "UNDER_50K" | "RANGE_50K_100K" | "RANGE_100K_250K" | "RANGE_250K_1M" | "OVER_1M";
            /** @enum {string} */
            netWorthRange?: "UNDER_100K" | "RANGE_100K_500K" | "RANGE_500K_1M" | "RANGE_1M_5M" | "RANGE_5M_25M" | "OVER_25M";
            /** @enum {string} */
            pepStatus?: "NONE" | "DOMESTIC" | "FOREIGN" | "HIO" | "FAMILY_OR_ASSOCIATE";
            identifier?: string;
        };
        IndividualCustomerUpdateRequest: {
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress?: string;
            endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            customerType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            idType?: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
            sourceOfFundsCategories?: ("SALARY" | "SELF_EMPLOYMENT_INCOME" | "INVESTMENT_INCOME" | "PENSION" | "RENTAL_INCOME" | "GIFT" | "INHERITANCE" | "LOAN" | "SAVINGS" | "SALE_OF_ASSETS" | "OTHER")[];
            sourceOfFundsOtherDescription?: string;
            sourceOfWealthCategories?: ("SALARY" | "BUSINESS_INCOME" | "INVESTMENTS" | "INHERITANCE" | "PROPERTY_SALE" | "GIFT" | "RETIREMENT" | "SAVINGS" | "OTHER")[];
            sourceOfWealthOtherDescription?: string;
            /** @enum {string} */
            purposeOfAccount?: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
            purposeOfAccountOtherDescription?: string;
            /** @enum {string} */
            expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
            /** @enum {string} */
            expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
            /** @enum {string} */
            annualIncomeRange?: "UNDER_50K" | "RANGE_50K_100K" | "RANGE_100K_250K" | "RANGE_250K_1M" | "OVER_1M";
            /** @enum {string} */
            netWorthRange?: "UNDER_100K" | "RANGE_100K_500K" | "RANGE_500K_1M" | "RANGE_1M_5M" | "RANGE_5M_25M" | "OVER_25M";
            /** @enum {string} */
            pepStatus?: "NONE" | "DOMESTIC" | "FOREIGN" | "HIO" | "FAMILY_OR_ASSOCIATE";
            identifier?: string;
        };
        Card: {
            /** @example Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            cardholderId: string;
            platformCardId?: string;
            state: components["schemas"]["CardState"];
            stateReason?: components["schemas"]["CardStateReason"];
            brand?: components["schemas"]["CardBrand"];
            form: components["schemas"]["CardForm"];
            last4?: string;
            expMonth?: number;
            expYear?: number;
            fundingSources: string[];
            /** @description In the smallest unit of the card's currency; null: no limit. */
            maxSpendPerTransaction: number | null;
            /** @example USDB */
            currency?: string;
            /** @description The issuer's name of the cardholder's account. */
            processorRef?: string;
            /** @description The issuer's name of the card. */
            issuerRef?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @enum {string} */
        CardBrand: "VISA" | "MASTERCARD";
        CardCreateRequest: {
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            cardholderId: string;
            platformCardId?: string;
            /** @description Accepted and not kept: the issuer has no use for it. */
            threeDSecurePassword?: string;
            form: components["schemas"]["CardForm"];
            /** @description In order; only the first one is charged. */
            fundingSources: string[];
            maxSpendPerTransaction?: number;
        };
        /** @enum {string} */
        CardForm: "VIRTUAL";
        CardListResponse: {
            data: components["schemas"]["Card"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        CardRevealResponse: {
            /** Format: uri */
            panEmbedUrl: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @enum {string} */
        CardState: "PENDING_KYC" | "PROCESSING" | "ACTIVE" | "FROZEN" | "CLOSED";
        /** @enum {string} */
        CardStateReason: "ISSUER_REJECTED" | "CLOSED_BY_PLATFORM" | "CLOSED_BY_SERVICE";
        CardUpdateRequest: {
            /** @enum {string} */
            state?: "ACTIVE" | "FROZEN" | "CLOSED";
            /** @description Replaces all; not together with `CLOSED`. */
            fundingSources?: string[];
            /** @description null removes the limit; not together with `CLOSED`. */
            maxSpendPerTransaction?: number | null;
        };
        Stablecoin: {
            /** @example Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            name: string;
            /** @example ACME */
            symbol: string;
            /** @example USD */
            baseCurrency: string;
            network: components["schemas"]["StablecoinNetwork"];
            /** @example 6 */
            decimals: number;
            issuanceStatus: components["schemas"]["StablecoinIssuanceStatus"];
            serviceOperationsStatus: components["schemas"]["StablecoinServiceOperationsStatus"];
            /** @example btkn1acme */
            networkTokenIdentifier: string;
            /** @description Its code in quotes, while it is `ENABLED`. */
            currency?: string;
            provider: components["schemas"]["StablecoinProvider"];
            /** @example StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            stablecoinProviderAccountId: string;
            providerEnvironment: components["schemas"]["StablecoinProviderEnvironment"];
            /** @example ACME */
            providerTokenIdentifier: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @enum {string} */
        StablecoinIssuanceStatus: "PENDING_REVIEW" | "PROVISIONING" | "PROVISIONED" | "REJECTED" | "FAILED";
        StablecoinListResponse: {
            data: components["schemas"]["Stablecoin"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        StablecoinNetwork: "SPARK";
        /** @enum {string} */
        StablecoinProvider: "BRALE";
        StablecoinProviderAccount: {
            /** @example StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            provider: components["schemas"]["StablecoinProvider"];
            providerAccountId: string;
            providerEnvironment: components["schemas"]["StablecoinProviderEnvironment"];
            status: components["schemas"]["StablecoinProviderAccountStatus"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            lastVerifiedAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        StablecoinProviderAccountLinkRequest: {
            provider: components["schemas"]["StablecoinProvider"];
            /** @example client-4711 */
            apiClientId: string;
            /**
             * @description Kept encrypted, and never shown.
             * @example a-secret-of-the-provider
             */
            apiClientSecret: string;
            /**
             * @description Required where the login has several accounts.
             * @example 2VYDvZ1Y3XJ6wY4tq0cV8mQm3dN
             */
            providerAccountId?: string;
        };
        StablecoinProviderAccountListResponse: {
            data: components["schemas"]["StablecoinProviderAccount"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /**
         * @description `INVALID`: the provider refuses the login; link the account again with another one.
         * @enum {string}
         */
        StablecoinProviderAccountStatus: "ACTIVE" | "INVALID" | "REVOKED";
        /** @enum {string} */
        StablecoinProviderEnvironment: "SANDBOX" | "PRODUCTION";
        StablecoinRegisterRequest: {
            /**
             * @description The provider's ticker.
             * @example ACME
             */
            providerTokenIdentifier: string;
            /** @example btkn1acme */
            networkTokenIdentifier: string;
            network: components["schemas"]["StablecoinNetwork"];
            /**
             * @description Required where several links are `ACTIVE`.
             * @example StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            stablecoinProviderAccountId?: string;
        };
        /** @enum {string} */
        StablecoinServiceOperationsStatus: "NOT_ENABLED" | "PENDING_APPROVAL" | "ENABLING" | "ENABLED" | "DISABLED";
        CardMerchant: {
            descriptor: string;
            mcc?: string;
            country?: string;
        };
        /** @description What was taken from the account, in the smallest unit of the account's currency. `pendingCount`: not taken yet. */
        CardPullSummary: {
            count: number;
            totalAmount: number;
            pendingCount?: number;
        };
        CardRefundSummary: {
            count: number;
            totalAmount: number;
        };
        CardSettlementSummary: {
            count: number;
            totalAmount: number;
        };
        /** @description Amounts are in the merchant's currency, but for those of pulls. */
        CardTransaction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "CARD";
            /** @example CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            cardId?: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId: string;
            platformCustomerId: string;
            issuerTransactionToken?: string;
            status: components["schemas"]["CardTransactionStatus"];
            /** @enum {string} */
            direction: "CREDIT" | "DEBIT";
            merchant: components["schemas"]["CardMerchant"];
            authorizedAmount: components["schemas"]["CurrencyAmount"];
            settledAmount?: components["schemas"]["CurrencyAmount"];
            refundedAmount?: components["schemas"]["CurrencyAmount"];
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            pullSummary?: components["schemas"]["CardPullSummary"];
            refundSummary?: components["schemas"]["CardRefundSummary"];
            settlementSummary?: components["schemas"]["CardSettlementSummary"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            authorizedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            lastEventAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description AUTHORIZED: held. PARTIALLY_SETTLED: part is cleared, the rest is held. SETTLED: nothing is held any more; with nothing settled, it was reversed or has expired. REFUNDED: all of it is back. EXCEPTION: settled, though the money could not be taken from the account.
         * @enum {string}
         */
        CardTransactionStatus: "AUTHORIZED" | "PARTIALLY_SETTLED" | "SETTLED" | "REFUNDED" | "EXCEPTION";
        StablecoinBurnRequest: {
            /**
             * @description In the smallest unit of the stablecoin; whole cents.
             * @example 12500000
             */
            amount: string;
            source: {
                /** @enum {string} */
                type: "EXTERNAL_ACCOUNT" | "SERVICE_INTERNAL_ACCOUNT" | "PROVIDER_INTERNAL_BALANCE";
                accountId?: string;
            };
            destination: {
                /** @enum {string} */
                type: "EXTERNAL_ACCOUNT";
                /** @description A bank account in US dollars. */
                externalAccountId: string;
                /** @enum {string} */
                rail: "WIRE" | "ACH_CREDIT" | "SAME_DAY_ACH_CREDIT" | "RTP_CREDIT";
            };
            description?: string;
        };
        StablecoinEstimatedDelivery: {
            rail?: string;
            /** @description Cents. */
            amount?: string;
            currency?: string;
            timing?: string;
        } & {
            [key: string]: unknown;
        };
        StablecoinFundingInstructions: {
            rail?: string;
            network?: string;
            address?: string;
            valueType?: string;
            beneficiaryName?: string;
            beneficiaryAddress?: string;
            bankName?: string;
            bankAddress?: string;
            accountNumber?: string;
            routingNumber?: string;
            memo?: string;
        } & {
            [key: string]: unknown;
        };
        StablecoinMintRequest: {
            /**
             * @description In the smallest unit of the stablecoin; whole cents.
             * @example 12500000
             */
            amount: string;
            fundingSource: {
                /** @enum {string} */
                type: "WIRE" | "ACH_DEBIT" | "SAME_DAY_ACH_DEBIT" | "SERVICE_INTERNAL_ACCOUNT" | "PROVIDER_INTERNAL_BALANCE";
                /** @description The bank account that is debited. */
                externalAccountId?: string;
                accountId?: string;
                sourceTokenIdentifier?: string;
                cryptoNetwork?: string;
            };
            destination: {
                /** @description An active Spark wallet. */
                accountId: string;
            };
            description?: string;
        };
        StablecoinOperation: {
            /** @example StablecoinOperation:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            stablecoinId: string;
            operationType: components["schemas"]["StablecoinOperationType"];
            status: components["schemas"]["StablecoinOperationStatus"];
            /**
             * @description In the smallest unit of the stablecoin; whole cents.
             * @example 12500000
             */
            amount: string;
            provider: components["schemas"]["StablecoinProvider"];
            providerEnvironment: components["schemas"]["StablecoinProviderEnvironment"];
            /** @example StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            stablecoinProviderAccountId: string;
            source?: components["schemas"]["StablecoinOperationSource"];
            fundingInstructions?: components["schemas"]["StablecoinFundingInstructions"];
            destination?: components["schemas"]["StablecoinOperationDestination"];
            estimatedDelivery?: components["schemas"]["StablecoinEstimatedDelivery"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt?: string;
            /** @description The provider's own word. */
            providerStatus?: string;
            failureReason?: string;
            description?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        StablecoinOperationDestination: {
            /** @example ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            /** @enum {string} */
            rail?: "WIRE" | "ACH_CREDIT" | "SAME_DAY_ACH_CREDIT" | "RTP_CREDIT";
        };
        StablecoinOperationListResponse: {
            data: components["schemas"]["StablecoinOperation"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        StablecoinOperationSource: {
            /** @enum {string} */
            type: "WIRE" | "ACH_DEBIT" | "SAME_DAY_ACH_DEBIT" | "EXTERNAL_ACCOUNT" | "SERVICE_INTERNAL_ACCOUNT" | "PROVIDER_INTERNAL_BALANCE";
            /** @example ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            externalAccountId?: string;
            accountId?: string;
            sourceTokenIdentifier?: string;
            cryptoNetwork?: string;
        };
        /**
         * @description `COMPLETED` becomes `FAILED` where the bank has returned the money.
         * @enum {string}
         */
        StablecoinOperationStatus: "CREATED" | "PENDING_FUNDING" | "PENDING_PROVIDER" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
        /** @enum {string} */
        StablecoinOperationType: "MINT" | "BURN";
        BeneficialOwner: {
            /** @example BeneficialOwner:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId: string;
            roles: components["schemas"]["BeneficialOwnerRole"][];
            ownershipPercentage: number;
            personalInfo: components["schemas"]["BeneficialOwnerPersonalInfoResponse"];
            /** @enum {string} */
            kycStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED" | "HOLD";
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
        };
        BeneficialOwnerCreateRequest: {
            customerId: string;
            roles: components["schemas"]["BeneficialOwnerRole"][];
            ownershipPercentage: number;
            personalInfo: components["schemas"]["BeneficialOwnerPersonalInfo"];
        };
        BeneficialOwnerListResponse: {
            data: components["schemas"]["BeneficialOwner"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        BeneficialOwnerPersonalInfo: {
            /** @example Ada */
            firstName: string;
            middleName?: string;
            /** @example Lovelace */
            lastName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate: string;
            /**
             * Format: country
             * @example US
             */
            nationality: string;
            /** Format: email */
            email?: string;
            phoneNumber?: string;
            address: components["schemas"]["Address"];
            /** @enum {string} */
            idType: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
            identifier: string;
        };
        BeneficialOwnerPersonalInfoResponse: {
            /** @example Ada */
            firstName: string;
            middleName?: string;
            /** @example Lovelace */
            lastName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate: string;
            /**
             * Format: country
             * @example US
             */
            nationality: string;
            /** Format: email */
            email?: string;
            phoneNumber?: string;
            address: components["schemas"]["Address"];
            /** @enum {string} */
            idType: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
        };
        BeneficialOwnerPersonalInfoUpdate: {
            /** @example Ada */
            firstName?: string;
            middleName?: string;
            /** @example Lovelace */
            lastName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            phoneNumber?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            idType?: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
            identifier?: string;
        };
        /** @enum {string} */
        BeneficialOwnerRole: "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER";
        BeneficialOwnerUpdateRequest: {
            roles?: components["schemas"]["BeneficialOwnerRole"][];
            ownershipPercentage?: number;
            personalInfo?: components["schemas"]["BeneficialOwnerPersonalInfoUpdate"];
        };
        KycLinkCreateRequest: {
            /**
             * Format: uri
             * @description https; http for a local address.
             */
            redirectUri?: string;
        };
        KycLinkResponse: {
            /** @description Opens once. It is shown in this answer only. */
            kycUrl: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            /** @enum {string} */
            provider: "SUMSUB";
            token?: string;
        };
        Verification: {
            /** @example Verification:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId: string;
            verificationStatus: components["schemas"]["VerificationStatus"];
            errors: components["schemas"]["VerificationError"][];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
        };
        VerificationError: {
            /** @description The customer, beneficial owner or document that the error is about. */
            resourceId: string;
            type: components["schemas"]["VerificationErrorType"];
            /** @description Path of the field, for errors about one. */
            field?: string;
            acceptedDocumentTypes?: string[];
            reason: string;
        };
        /** @enum {string} */
        VerificationErrorType: "MISSING_FIELD" | "INVALID_FIELD" | "MISSING_LEGAL_PRESENCE_DOCUMENT" | "MISSING_CONTROL_STRUCTURE_DOCUMENT" | "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT" | "MISSING_PROOF_OF_ADDRESS_DOCUMENT" | "MISSING_IDENTITY_DOCUMENT" | "INVALID_DOCUMENT" | "EXPIRED_DOCUMENT" | "POOR_QUALITY_DOCUMENT" | "SUSPECTED_FRAUD_DOCUMENT" | "WRONG_DOCUMENT_TYPE" | "INCOMPLETE_DOCUMENT" | "UNREADABLE_DOCUMENT" | "DOCUMENT_VERIFICATION_FAILED" | "APPLICANT_SANCTIONED" | "APPLICANT_FRAUD" | "APPLICANT_CRIMINAL_RECORD" | "APPLICANT_REJECTED" | "MISSING_BENEFICIAL_OWNER" | "MISSING_CONTROL_PERSON" | "MISSING_GOOD_STANDING_DOCUMENT";
        VerificationListResponse: {
            data: components["schemas"]["Verification"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        VerificationRequest: {
            customerId: string;
        };
        /** @enum {string} */
        VerificationStatus: "RESOLVE_ERRORS" | "PENDING_MANUAL_REVIEW" | "IN_PROGRESS" | "APPROVED" | "REJECTED" | "READY_FOR_VERIFICATION";
        BulkCustomerImportErrorEntry: {
            /** @description The row's `platformCustomerId`; without one the number of the row. */
            correlationId: string;
            /** @example INVALID_INPUT */
            code: string;
            message: string;
            details?: {
                /** @description The first row after the column names is 1; they are row 0. */
                row: number;
                errors?: {
                    /** @description The column. */
                    field: string;
                    constraint: string;
                    message: string;
                }[];
            };
        };
        BulkCustomerImportErrorList: {
            data: components["schemas"]["BulkCustomerImportErrorEntry"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        BulkCustomerImportJob: {
            /** @example BulkImport:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /**
             * @description COMPLETED: every row was judged, and is a customer or an error. FAILED: the file cannot be read, and nothing of it was created.
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            progress: {
                total: number;
                processed: number;
                successful: number;
                failed: number;
            };
            /** @description The first 1000, in the order of the file. */
            errors?: components["schemas"]["BulkCustomerImportErrorEntry"][];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            completedAt?: string;
        };
        BulkCustomerImportJobAccepted: {
            /** @example BulkImport:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            jobId: string;
            /** @enum {string} */
            status: "PENDING" | "PROCESSING";
        };
        UploadCustomersCsvRequest: {
            /**
             * Format: binary
             * @description CSV in UTF-8 with a line of column names; 100 MB and 500,000 rows at most.
             */
            file: string;
        };
        Document: {
            /** @example Document:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /**
             * @description The customer or beneficial owner that the document is about.
             * @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            documentHolder: string;
            documentType: components["schemas"]["DocumentType"];
            /** @enum {string} */
            side?: "FRONT" | "BACK";
            /**
             * Format: country
             * @example US
             */
            country: string;
            documentNumber?: string;
            issuingAuthority?: string;
            /** @example passport.jpg */
            fileName: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
        };
        DocumentListResponse: {
            data: components["schemas"]["Document"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        DocumentReplaceRequest: {
            /**
             * Format: binary
             * @description PDF, JPEG or PNG, told by its content; 10 MB at most.
             */
            file: string;
            documentType: components["schemas"]["DocumentType"];
            /**
             * @description Each side of a licence or national id is a document.
             * @enum {string}
             */
            side?: "FRONT" | "BACK";
            /**
             * Format: country
             * @description Where it was issued.
             * @example US
             */
            country: string;
            /** @description Of an identity document: required there, as is `issuingAuthority`. */
            documentNumber?: string;
            issuingAuthority?: string;
        };
        /** @enum {string} */
        DocumentType: "PASSPORT" | "DRIVERS_LICENSE" | "NATIONAL_ID" | "PROOF_OF_ADDRESS" | "BANK_STATEMENT" | "TAX_RETURN" | "CERTIFICATE_OF_INCORPORATION" | "ARTICLES_OF_INCORPORATION" | "ARTICLES_OF_ASSOCIATION" | "STATE_REGISTRY_EXCERPT" | "GOOD_STANDING_CERTIFICATE" | "INFORMATION_STATEMENT" | "INCUMBENCY_CERTIFICATE" | "BUSINESS_LICENSE" | "SHAREHOLDER_REGISTER" | "POWER_OF_ATTORNEY" | "UTILITY_BILL" | "ELECTRICITY_BILL" | "RENT_OR_LEASE_AGREEMENT" | "DIRECTOR_REGISTRY" | "TRUST_AGREEMENT" | "STATE_COMPANY_REGISTRY" | "PARTNERSHIP_CONTROL_AGREEMENT" | "PARTNERSHIP_AGREEMENT" | "SELFIE" | "OTHER";
        DocumentUploadRequest: {
            /**
             * Format: binary
             * @description PDF, JPEG or PNG, told by its content; 10 MB at most.
             */
            file: string;
            documentType: components["schemas"]["DocumentType"];
            /**
             * @description Each side of a licence or national id is a document.
             * @enum {string}
             */
            side?: "FRONT" | "BACK";
            /**
             * Format: country
             * @description Where it was issued.
             * @example US
             */
            country: string;
            /** @description Of an identity document: required there, as is `issuingAuthority`. */
            documentNumber?: string;
            issuingAuthority?: string;
            /**
             * @description The customer or beneficial owner that the document is about.
             * @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            documentHolder: string;
        };
        CounterpartyFieldDefinition: {
            /** @example FULL_NAME */
            name: string;
            mandatory: boolean;
        };
        CurrencyPreference: {
            currency: components["schemas"]["Currency"];
            /**
             * @description Sending units for one receiving unit, fees excluded. Not locked.
             * @example 1.16550117
             */
            estimatedExchangeRate: number;
            /**
             * @description Smallest unit of this currency.
             * @example 1
             */
            min: number;
            /** @example 85728200 */
            max: number;
        };
        AgentExternalAccountCreateRequest: {
            /** @description The agent’s customer, the default. */
            customerId?: string;
            /**
             * Format: accountCurrency
             * @description Of a Spark wallet also an enabled stablecoin of yours.
             * @example USD
             */
            currency: string;
            /** @example account-4711 */
            platformAccountId?: string;
            ownershipType?: components["schemas"]["OwnershipType"];
            accountInfo: components["schemas"]["ExternalAccountCreateInfoOneOf"];
            /** @default false */
            defaultUmaDepositAccount?: boolean;
        };
        /** @enum {string} */
        BeneficiaryVerificationStatus: "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING";
        BusinessBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "BUSINESS";
            /** @example Engines Ltd */
            legalName: string;
            registrationNumber?: string;
            taxId?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence?: string;
            address?: components["schemas"]["Address"];
        };
        ExternalAccount: {
            /** @example ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            customerId?: string | null;
            status: components["schemas"]["ExternalAccountStatus"];
            platformAccountId?: string;
            ownershipType?: components["schemas"]["OwnershipType"];
            currency: string;
            defaultUmaDepositAccount?: boolean;
            beneficiaryVerificationStatus?: components["schemas"]["BeneficiaryVerificationStatus"];
            beneficiaryVerifiedData?: {
                fullName?: string;
            };
            accountInfo: components["schemas"]["ExternalAccountInfoOneOf"];
        };
        ExternalAccountCreateInfoOneOf: ({
            accountType: string;
        } & {
            [key: string]: unknown;
        }) & (components["schemas"]["UsdExternalAccountCreateInfo"] | components["schemas"]["BrlExternalAccountCreateInfo"] | components["schemas"]["CadExternalAccountCreateInfo"] | components["schemas"]["CopExternalAccountCreateInfo"] | components["schemas"]["GtqExternalAccountCreateInfo"] | components["schemas"]["HtgExternalAccountCreateInfo"] | components["schemas"]["JmdExternalAccountCreateInfo"] | components["schemas"]["MxnExternalAccountCreateInfo"] | components["schemas"]["SlvExternalAccountCreateInfo"] | components["schemas"]["DkkExternalAccountCreateInfo"] | components["schemas"]["EurExternalAccountCreateInfo"] | components["schemas"]["GbpExternalAccountCreateInfo"] | components["schemas"]["IlsExternalAccountCreateInfo"] | components["schemas"]["TryExternalAccountCreateInfo"] | components["schemas"]["AedExternalAccountCreateInfo"] | components["schemas"]["BdtExternalAccountCreateInfo"] | components["schemas"]["CnyExternalAccountCreateInfo"] | components["schemas"]["HkdExternalAccountCreateInfo"] | components["schemas"]["IdrExternalAccountCreateInfo"] | components["schemas"]["InrExternalAccountCreateInfo"] | components["schemas"]["MyrExternalAccountCreateInfo"] | components["schemas"]["PhpExternalAccountCreateInfo"] | components["schemas"]["PkrExternalAccountCreateInfo"] | components["schemas"]["SgdExternalAccountCreateInfo"] | components["schemas"]["ThbExternalAccountCreateInfo"] | components["schemas"]["VndExternalAccountCreateInfo"] | components["schemas"]["BwpExternalAccountCreateInfo"] | components["schemas"]["EgpExternalAccountCreateInfo"] | components["schemas"]["GhsExternalAccountCreateInfo"] | components["schemas"]["KesExternalAccountCreateInfo"] | components["schemas"]["MwkExternalAccountCreateInfo"] | components["schemas"]["NgnExternalAccountCreateInfo"] | components["schemas"]["RwfExternalAccountCreateInfo"] | components["schemas"]["TzsExternalAccountCreateInfo"] | components["schemas"]["UgxExternalAccountCreateInfo"] | components["schemas"]["XafExternalAccountCreateInfo"] | components["schemas"]["XofExternalAccountCreateInfo"] | components["schemas"]["ZarExternalAccountCreateInfo"] | components["schemas"]["ZmwExternalAccountCreateInfo"] | components["schemas"]["SwiftExternalAccountCreateInfo"] | components["schemas"]["BaseWalletExternalAccountCreateInfo"] | components["schemas"]["EthereumWalletExternalAccountCreateInfo"] | components["schemas"]["PolygonWalletExternalAccountCreateInfo"] | components["schemas"]["PlasmaWalletExternalAccountCreateInfo"] | components["schemas"]["ArbitrumWalletExternalAccountCreateInfo"] | components["schemas"]["SolanaWalletExternalAccountCreateInfo"] | components["schemas"]["SparkWalletExternalAccountCreateInfo"] | components["schemas"]["TronWalletExternalAccountCreateInfo"] | components["schemas"]["LightningExternalAccountCreateInfo"]);
        ExternalAccountCreateRequest: {
            /**
             * @description Without one the account is the platform’s own.
             * @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            customerId?: string;
            /**
             * Format: accountCurrency
             * @description Of a Spark wallet also an enabled stablecoin of yours.
             * @example USD
             */
            currency: string;
            /** @example account-4711 */
            platformAccountId?: string;
            ownershipType?: components["schemas"]["OwnershipType"];
            accountInfo: components["schemas"]["ExternalAccountCreateInfoOneOf"];
            /** @default false */
            defaultUmaDepositAccount?: boolean;
        };
        ExternalAccountInfoOneOf: ({
            accountType: string;
        } & {
            [key: string]: unknown;
        }) & (components["schemas"]["UsdExternalAccountInfo"] | components["schemas"]["BrlExternalAccountInfo"] | components["schemas"]["CadExternalAccountInfo"] | components["schemas"]["CopExternalAccountInfo"] | components["schemas"]["GtqExternalAccountInfo"] | components["schemas"]["HtgExternalAccountInfo"] | components["schemas"]["JmdExternalAccountInfo"] | components["schemas"]["MxnExternalAccountInfo"] | components["schemas"]["SlvExternalAccountInfo"] | components["schemas"]["DkkExternalAccountInfo"] | components["schemas"]["EurExternalAccountInfo"] | components["schemas"]["GbpExternalAccountInfo"] | components["schemas"]["IlsExternalAccountInfo"] | components["schemas"]["TryExternalAccountInfo"] | components["schemas"]["AedExternalAccountInfo"] | components["schemas"]["BdtExternalAccountInfo"] | components["schemas"]["CnyExternalAccountInfo"] | components["schemas"]["HkdExternalAccountInfo"] | components["schemas"]["IdrExternalAccountInfo"] | components["schemas"]["InrExternalAccountInfo"] | components["schemas"]["MyrExternalAccountInfo"] | components["schemas"]["PhpExternalAccountInfo"] | components["schemas"]["PkrExternalAccountInfo"] | components["schemas"]["SgdExternalAccountInfo"] | components["schemas"]["ThbExternalAccountInfo"] | components["schemas"]["VndExternalAccountInfo"] | components["schemas"]["BwpExternalAccountInfo"] | components["schemas"]["EgpExternalAccountInfo"] | components["schemas"]["GhsExternalAccountInfo"] | components["schemas"]["KesExternalAccountInfo"] | components["schemas"]["MwkExternalAccountInfo"] | components["schemas"]["NgnExternalAccountInfo"] | components["schemas"]["RwfExternalAccountInfo"] | components["schemas"]["TzsExternalAccountInfo"] | components["schemas"]["UgxExternalAccountInfo"] | components["schemas"]["XafExternalAccountInfo"] | components["schemas"]["XofExternalAccountInfo"] | components["schemas"]["ZarExternalAccountInfo"] | components["schemas"]["ZmwExternalAccountInfo"] | components["schemas"]["SwiftExternalAccountInfo"] | components["schemas"]["BaseWalletExternalAccountInfo"] | components["schemas"]["EthereumWalletExternalAccountInfo"] | components["schemas"]["PolygonWalletExternalAccountInfo"] | components["schemas"]["PlasmaWalletExternalAccountInfo"] | components["schemas"]["ArbitrumWalletExternalAccountInfo"] | components["schemas"]["SolanaWalletExternalAccountInfo"] | components["schemas"]["SparkWalletExternalAccountInfo"] | components["schemas"]["TronWalletExternalAccountInfo"] | components["schemas"]["LightningExternalAccountInfo"]);
        ExternalAccountList: {
            data: components["schemas"]["ExternalAccount"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        ExternalAccountStatus: "PENDING" | "ACTIVE" | "PENDING_OWNERSHIP_VERIFICATION" | "UNVERIFIED" | "UNDER_REVIEW" | "INACTIVE";
        IndividualBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence?: string;
            address?: components["schemas"]["Address"];
        };
        LivenessChallenge: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "LIVENESS";
            /** Format: uri */
            verificationLink: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        OwnershipChallenge: components["schemas"]["WalletSignatureChallenge"] | components["schemas"]["LivenessChallenge"];
        OwnershipChallengeRequest: {
            /** @enum {string} */
            method: "WALLET_SIGNATURE" | "LIVENESS";
        };
        /**
         * @description Required for self-custody wallets where the platform has counterparty duties.
         * @enum {string}
         */
        OwnershipType: "FIRST_PARTY" | "THIRD_PARTY";
        OwnershipVerifyRequest: {
            /** @description EVM networks and Tron: hex of the 65 bytes. Solana: base58. Spark: base64 of a Bitcoin message signature by the wallet’s identity key. */
            signature: string;
            /**
             * @description Of a Bitcoin message signature; others ignore it.
             * @default bip137
             * @enum {string}
             */
            signatureScheme?: "bip137" | "electrum";
        };
        PlatformExternalAccountCreateRequest: {
            /**
             * Format: accountCurrency
             * @description Of a Spark wallet also an enabled stablecoin of yours.
             * @example USD
             */
            currency: string;
            /** @example account-4711 */
            platformAccountId?: string;
            ownershipType?: components["schemas"]["OwnershipType"];
            accountInfo: components["schemas"]["ExternalAccountCreateInfoOneOf"];
        };
        WalletSignatureChallenge: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "WALLET_SIGNATURE";
            /** @description Sign it byte for byte with the wallet’s key. */
            messageToSign: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        CadBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence?: string;
            address?: components["schemas"]["Address"];
            /** @example 123456789 */
            registrationNumber?: string;
        };
        CopBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            documentType?: "CC" | "CE" | "TI" | "NIT" | "PP";
            /** @example 1020304050 */
            documentNumber?: string;
        };
        GtqBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence: string;
            address?: components["schemas"]["Address"];
        };
        JmdBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence?: string;
            address: components["schemas"]["Address"];
        };
        EurBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence: string;
            address?: components["schemas"]["Address"];
        };
        AedBeneficiary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @example Ada Lovelace */
            fullName: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            /** Format: email */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfResidence?: string;
            address: components["schemas"]["Address"];
        };
        UsdExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "USD_ACCOUNT";
            /** @example 000123456789 */
            accountNumber: string;
            /** @example 021000021 */
            routingNumber: string;
            /** @example First Bank */
            bankName?: string;
            /**
             * @default CHECKING
             * @enum {string}
             */
            bankAccountType?: "CHECKING" | "SAVINGS";
            /** @example Second Bank */
            intermediaryBankName?: string;
            /** @example 026009593 */
            intermediaryRoutingNumber?: string;
            /** @example /ACC/INVOICE 4711 */
            fiToFiInformation?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        BrlExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BRL_ACCOUNT";
            /** @example ada@example.com */
            pixKey: string;
            /**
             * @example EMAIL
             * @enum {string}
             */
            pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM";
            /** @example 11144477735 */
            taxId: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        CadExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "CAD_ACCOUNT";
            /** @example 001 */
            bankCode: string;
            /** @example 00012 */
            branchCode: string;
            /** @example 1234567 */
            accountNumber: string;
            beneficiary: components["schemas"]["CadBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        CopExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "COP_ACCOUNT";
            /** @example Bancolombia */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @enum {string} */
            bankAccountType?: "CHECKING" | "SAVINGS";
            /** @example +573001234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["CopBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "COP_ACCOUNT";
        });
        GtqExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "GTQ_ACCOUNT";
            /** @example 000123456789 */
            accountNumber: string;
            /** @enum {string} */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @example Banco Industrial */
            bankName: string;
            beneficiary: components["schemas"]["GtqBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        HtgExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "HTG_ACCOUNT";
            /** @example +50934101234 */
            phoneNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        JmdExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "JMD_ACCOUNT";
            /** @example 000123456789 */
            accountNumber: string;
            /** @example 00123 */
            branchCode: string;
            /** @enum {string} */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @example National Commercial Bank */
            bankName: string;
            beneficiary: components["schemas"]["JmdBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        MxnExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "MXN_ACCOUNT";
            /** @example 032180000118359719 */
            clabeNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        SlvExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "SLV_ACCOUNT";
            /** @example Banco Cuscatlan */
            bankName?: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @enum {string} */
            bankAccountType?: "CHECKING" | "SAVINGS";
            /** @example +50370123456 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SLV_ACCOUNT";
        });
        DkkExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "DKK_ACCOUNT";
            /** @example DK5000400440116243 */
            iban: string;
            /** @example DABADKKK */
            swiftCode?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        EurExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "EUR_ACCOUNT";
            /** @example DE89370400440532013000 */
            iban: string;
            /** @example COBADEFFXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        GbpExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "GBP_ACCOUNT";
            /** @example 200000 */
            sortCode: string;
            /** @example 55779911 */
            accountNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        IlsExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ILS_ACCOUNT";
            /** @example IL620108000000099999999 */
            iban: string;
            /** @example LUMIILITXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        TryExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "TRY_ACCOUNT";
            /** @example TR330006100519786457841326 */
            iban: string;
            /** @example TGBATRISXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        AedExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "AED_ACCOUNT";
            /** @example AE070331234567890123456 */
            iban: string;
            /** @example EBILAEADXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["AedBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        BdtExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "BDT_ACCOUNT";
            /** @example BRAC Bank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example 06027 */
            branchCode?: string;
            /** @example BRAKBDDHXXX */
            swiftCode?: string;
            /** @example +8801712345678 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BDT_ACCOUNT";
        });
        CnyExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "CNY_ACCOUNT";
            /** @example AliPay */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example +8613812345678 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "CNY_ACCOUNT";
        });
        HkdExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "HKD_ACCOUNT";
            /** @example Hang Seng Bank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example HASEHKHHXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        IdrExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "IDR_ACCOUNT";
            /** @example Bank Central Asia */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example CENAIDJAXXX */
            swiftCode: string;
            /** @example +628123456789 */
            phoneNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        InrExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "INR_ACCOUNT";
            /** @example ada@okbank */
            vpa?: string;
            /** @example 123456789012 */
            accountNumber?: string;
            /** @example HDFC0000123 */
            ifsc?: string;
            /**
             * @example NEFT
             * @enum {string}
             */
            rail?: "UPI" | "NEFT" | "RTGS";
            /** @example HDFC Bank */
            bankName?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "INR_ACCOUNT";
        });
        MyrExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "MYR_ACCOUNT";
            /** @example Maybank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example MBBEMYKLXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        PhpExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "PHP_ACCOUNT";
            /** @example BDO Unibank */
            bankName: string;
            /** @example 001234567890 */
            accountNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        PkrExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "PKR_ACCOUNT";
            /** @example Habib Bank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example PK36SCBL0000001123456702 */
            iban?: string;
            /** @example +923001234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "PKR_ACCOUNT";
        });
        SgdExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SGD_ACCOUNT";
            /** @example DBS Bank */
            bankName?: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example DBSSSGSGXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        ThbExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "THB_ACCOUNT";
            /** @example Kasikornbank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example KASITHBKXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        VndExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "VND_ACCOUNT";
            /** @example Vietcombank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example BFTVVNVXXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        BwpExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BWP_ACCOUNT";
            /** @example +26771234567 */
            phoneNumber: string;
            /** @example ORANGE */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        EgpExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "EGP_ACCOUNT";
            /** @example Commercial International Bank */
            bankName: string;
            /** @example EG380019000500000000263180002 */
            iban?: string;
            /** @example +201001234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "EGP_ACCOUNT";
        });
        GhsExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "GHS_ACCOUNT";
            /** @example Ecobank Ghana */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example +233241234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "GHS_ACCOUNT";
        });
        KesExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "KES_ACCOUNT";
            /** @example +254712345678 */
            phoneNumber: string;
            /** @example M-PESA */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        MwkExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "MWK_ACCOUNT";
            /** @example +265991234567 */
            phoneNumber: string;
            /** @example AIRTEL */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        NgnExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "NGN_ACCOUNT";
            /** @example 0123456789 */
            accountNumber: string;
            /** @example Access Bank */
            bankName: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        RwfExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "RWF_ACCOUNT";
            /** @example +250781234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        TzsExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "TZS_ACCOUNT";
            /** @example +255741234567 */
            phoneNumber: string;
            /** @example VODACOM */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        UgxExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "UGX_ACCOUNT";
            /** @example +256771234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        XafExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "XAF_ACCOUNT";
            /** @example +237671234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            /** @enum {string} */
            region: "CM" | "CG";
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        XofExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "XOF_ACCOUNT";
            /** @example +221771234567 */
            phoneNumber: string;
            /** @example ORANGE */
            provider: string;
            /** @enum {string} */
            region: "BJ" | "CI" | "SN" | "TG";
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        ZarExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ZAR_ACCOUNT";
            /** @example 1234567890 */
            accountNumber: string;
            /** @example First National Bank */
            bankName: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        ZmwExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ZMW_ACCOUNT";
            /** @example +260971234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        SwiftExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "SWIFT_ACCOUNT";
            /**
             * Format: country
             * @example DE
             */
            country: string;
            /** @example COBADEFFXXX */
            swiftCode: string;
            /** @example Commerzbank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example DE89370400440532013000 */
            iban?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SWIFT_ACCOUNT";
        });
        BaseWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BASE_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        EthereumWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ETHEREUM_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        PolygonWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "POLYGON_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        PlasmaWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "PLASMA_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        ArbitrumWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ARBITRUM_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        SolanaWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SOLANA_WALLET";
            /** @example 8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        SparkWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SPARK_WALLET";
            /** @example spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        TronWalletExternalAccountCreateInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "TRON_WALLET";
            /** @example TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        LightningExternalAccountCreateInfo: {
            /** @enum {string} */
            accountType: "LIGHTNING";
            /**
             * @description BOLT 11, with an amount; it is paid once.
             * @example lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp
             */
            invoice?: string;
            /** @example lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg */
            bolt12?: string;
            /** @example ada@example.com */
            lightningAddress?: string;
        } & ((unknown | unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "LIGHTNING";
        });
        UsdExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "USD_ACCOUNT";
            /** @example 000123456789 */
            accountNumber: string;
            /** @example 021000021 */
            routingNumber: string;
            /** @example First Bank */
            bankName?: string;
            /**
             * @default CHECKING
             * @enum {string}
             */
            bankAccountType?: "CHECKING" | "SAVINGS";
            /** @example Second Bank */
            intermediaryBankName?: string;
            /** @example 026009593 */
            intermediaryRoutingNumber?: string;
            /** @example /ACC/INVOICE 4711 */
            fiToFiInformation?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("ACH" | "WIRE" | "RTP" | "FEDNOW")[];
        };
        BrlExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BRL_ACCOUNT";
            /** @example ada@example.com */
            pixKey: string;
            /**
             * @example EMAIL
             * @enum {string}
             */
            pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM";
            /** @example 11144477735 */
            taxId: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "PIX"[];
        };
        CadExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "CAD_ACCOUNT";
            /** @example 001 */
            bankCode: string;
            /** @example 00012 */
            branchCode: string;
            /** @example 1234567 */
            accountNumber: string;
            beneficiary: components["schemas"]["CadBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        CopExternalAccountInfo: {
            /** @enum {string} */
            accountType: "COP_ACCOUNT";
            /** @example Bancolombia */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @enum {string} */
            bankAccountType?: "CHECKING" | "SAVINGS";
            /** @example +573001234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["CopBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "COP_ACCOUNT";
        });
        GtqExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "GTQ_ACCOUNT";
            /** @example 000123456789 */
            accountNumber: string;
            /** @enum {string} */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @example Banco Industrial */
            bankName: string;
            beneficiary: components["schemas"]["GtqBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        HtgExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "HTG_ACCOUNT";
            /** @example +50934101234 */
            phoneNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        JmdExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "JMD_ACCOUNT";
            /** @example 000123456789 */
            accountNumber: string;
            /** @example 00123 */
            branchCode: string;
            /** @enum {string} */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @example National Commercial Bank */
            bankName: string;
            beneficiary: components["schemas"]["JmdBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        MxnExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "MXN_ACCOUNT";
            /** @example 032180000118359719 */
            clabeNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "SPEI"[];
        };
        SlvExternalAccountInfo: {
            /** @enum {string} */
            accountType: "SLV_ACCOUNT";
            /** @example Banco Cuscatlan */
            bankName?: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @enum {string} */
            bankAccountType?: "CHECKING" | "SAVINGS";
            /** @example +50370123456 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SLV_ACCOUNT";
        });
        DkkExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "DKK_ACCOUNT";
            /** @example DK5000400440116243 */
            iban: string;
            /** @example DABADKKK */
            swiftCode?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("SEPA" | "SEPA_INSTANT")[];
        };
        EurExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "EUR_ACCOUNT";
            /** @example DE89370400440532013000 */
            iban: string;
            /** @example COBADEFFXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("SEPA" | "SEPA_INSTANT")[];
        };
        GbpExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "GBP_ACCOUNT";
            /** @example 200000 */
            sortCode: string;
            /** @example 55779911 */
            accountNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "FASTER_PAYMENTS"[];
        };
        IlsExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ILS_ACCOUNT";
            /** @example IL620108000000099999999 */
            iban: string;
            /** @example LUMIILITXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        TryExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "TRY_ACCOUNT";
            /** @example TR330006100519786457841326 */
            iban: string;
            /** @example TGBATRISXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        AedExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "AED_ACCOUNT";
            /** @example AE070331234567890123456 */
            iban: string;
            /** @example EBILAEADXXX */
            swiftCode?: string;
            beneficiary: components["schemas"]["AedBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        BdtExternalAccountInfo: {
            /** @enum {string} */
            accountType: "BDT_ACCOUNT";
            /** @example BRAC Bank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example 06027 */
            branchCode?: string;
            /** @example BRAKBDDHXXX */
            swiftCode?: string;
            /** @example +8801712345678 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BDT_ACCOUNT";
        });
        CnyExternalAccountInfo: {
            /** @enum {string} */
            accountType: "CNY_ACCOUNT";
            /** @example AliPay */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example +8613812345678 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "CNY_ACCOUNT";
        });
        HkdExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "HKD_ACCOUNT";
            /** @example Hang Seng Bank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example HASEHKHHXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        IdrExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "IDR_ACCOUNT";
            /** @example Bank Central Asia */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example CENAIDJAXXX */
            swiftCode: string;
            /** @example +628123456789 */
            phoneNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        InrExternalAccountInfo: {
            /** @enum {string} */
            accountType: "INR_ACCOUNT";
            /** @example ada@okbank */
            vpa?: string;
            /** @example 123456789012 */
            accountNumber?: string;
            /** @example HDFC0000123 */
            ifsc?: string;
            /**
             * @example NEFT
             * @enum {string}
             */
            rail?: "UPI" | "NEFT" | "RTGS";
            /** @example HDFC Bank */
            bankName?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("UPI" | "NEFT" | "RTGS")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "INR_ACCOUNT";
        });
        MyrExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "MYR_ACCOUNT";
            /** @example Maybank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example MBBEMYKLXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        PhpExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "PHP_ACCOUNT";
            /** @example BDO Unibank */
            bankName: string;
            /** @example 001234567890 */
            accountNumber: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        PkrExternalAccountInfo: {
            /** @enum {string} */
            accountType: "PKR_ACCOUNT";
            /** @example Habib Bank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example PK36SCBL0000001123456702 */
            iban?: string;
            /** @example +923001234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "PKR_ACCOUNT";
        });
        SgdExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SGD_ACCOUNT";
            /** @example DBS Bank */
            bankName?: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example DBSSSGSGXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("PAYNOW" | "FAST" | "BANK_TRANSFER")[];
        };
        ThbExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "THB_ACCOUNT";
            /** @example Kasikornbank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example KASITHBKXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        VndExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "VND_ACCOUNT";
            /** @example Vietcombank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber: string;
            /** @example BFTVVNVXXXX */
            swiftCode: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        BwpExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BWP_ACCOUNT";
            /** @example +26771234567 */
            phoneNumber: string;
            /** @example ORANGE */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        EgpExternalAccountInfo: {
            /** @enum {string} */
            accountType: "EGP_ACCOUNT";
            /** @example Commercial International Bank */
            bankName: string;
            /** @example EG380019000500000000263180002 */
            iban?: string;
            /** @example +201001234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "EGP_ACCOUNT";
        });
        GhsExternalAccountInfo: {
            /** @enum {string} */
            accountType: "GHS_ACCOUNT";
            /** @example Ecobank Ghana */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example +233241234567 */
            phoneNumber?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "GHS_ACCOUNT";
        });
        KesExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "KES_ACCOUNT";
            /** @example +254712345678 */
            phoneNumber: string;
            /** @example M-PESA */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        MwkExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "MWK_ACCOUNT";
            /** @example +265991234567 */
            phoneNumber: string;
            /** @example AIRTEL */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        NgnExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "NGN_ACCOUNT";
            /** @example 0123456789 */
            accountNumber: string;
            /** @example Access Bank */
            bankName: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        RwfExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "RWF_ACCOUNT";
            /** @example +250781234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        TzsExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "TZS_ACCOUNT";
            /** @example +255741234567 */
            phoneNumber: string;
            /** @example VODACOM */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        UgxExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "UGX_ACCOUNT";
            /** @example +256771234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        XafExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "XAF_ACCOUNT";
            /** @example +237671234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            /** @enum {string} */
            region: "CM" | "CG";
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        XofExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "XOF_ACCOUNT";
            /** @example +221771234567 */
            phoneNumber: string;
            /** @example ORANGE */
            provider: string;
            /** @enum {string} */
            region: "BJ" | "CI" | "SN" | "TG";
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        ZarExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ZAR_ACCOUNT";
            /** @example 1234567890 */
            accountNumber: string;
            /** @example First National Bank */
            bankName: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "BANK_TRANSFER"[];
        };
        ZmwExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ZMW_ACCOUNT";
            /** @example +260971234567 */
            phoneNumber: string;
            /** @example MTN */
            provider: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "MOBILE_MONEY"[];
        };
        SwiftExternalAccountInfo: {
            /** @enum {string} */
            accountType: "SWIFT_ACCOUNT";
            /**
             * Format: country
             * @example DE
             */
            country: string;
            /** @example COBADEFFXXX */
            swiftCode: string;
            /** @example Commerzbank */
            bankName: string;
            /** @example 000123456789 */
            accountNumber?: string;
            /** @example DE89370400440532013000 */
            iban?: string;
            beneficiary: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
            paymentRails: "SWIFT"[];
        } & ((unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SWIFT_ACCOUNT";
        });
        BaseWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "BASE_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        EthereumWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ETHEREUM_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        PolygonWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "POLYGON_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        PlasmaWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "PLASMA_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        ArbitrumWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "ARBITRUM_WALLET";
            /** @example 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        SolanaWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SOLANA_WALLET";
            /** @example 8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        SparkWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "SPARK_WALLET";
            /** @example spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9 */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        TronWalletExternalAccountInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "TRON_WALLET";
            /** @example TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K */
            address: string;
            /** @example Custody Ltd */
            vaspName?: string;
            beneficiary?: components["schemas"]["EurBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        };
        LightningExternalAccountInfo: {
            /** @enum {string} */
            accountType: "LIGHTNING" | "LIGHTNING_ACCOUNT";
            /**
             * @description BOLT 11, with an amount; it is paid once.
             * @example lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp
             */
            invoice?: string;
            /** @example lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg */
            bolt12?: string;
            /** @example ada@example.com */
            lightningAddress?: string;
        } & ((unknown | unknown | unknown) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            accountType: "LIGHTNING" | "LIGHTNING_ACCOUNT";
        });
        ReceiverExternalAccountLookupResponse: {
            /** @example ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            supportedCurrencies: components["schemas"]["CurrencyPreference"][];
            requiredPayerDataFields?: components["schemas"]["CounterpartyFieldDefinition"][];
            /** @example Lookup:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            lookupId: string;
        };
        BalanceHistory: {
            data: {
                currency: components["schemas"]["Currency"];
                points: components["schemas"]["BalancePoint"][];
            }[];
        };
        BalancePoint: {
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            at: string;
            balance: number;
            totalBalance: number;
        };
        LedgerEntry: {
            /** @example hold */
            step: string;
            /** @enum {string} */
            kind: "POSTED" | "PENDING" | "POST_PENDING" | "VOID_PENDING";
            amount: components["schemas"]["CurrencyAmount"];
            debit: {
                /**
                 * @description INTERNAL_ACCOUNT: one of the platform, by its id. COUNTERPARTY: an account of another platform. The others are accounts of the service.
                 * @enum {string}
                 */
                kind: "INTERNAL_ACCOUNT" | "COUNTERPARTY" | "LIQUIDITY" | "FEES" | "RAIL" | "FUNDING" | "SUSPENSE" | "CARD_SETTLEMENT" | "CARD_EXCEPTION";
                /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                accountId?: string;
            };
            credit: {
                /**
                 * @description INTERNAL_ACCOUNT: one of the platform, by its id. COUNTERPARTY: an account of another platform. The others are accounts of the service.
                 * @enum {string}
                 */
                kind: "INTERNAL_ACCOUNT" | "COUNTERPARTY" | "LIQUIDITY" | "FEES" | "RAIL" | "FUNDING" | "SUSPENSE" | "CARD_SETTLEMENT" | "CARD_EXCEPTION";
                /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                accountId?: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
        };
        AccountDestination: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            destinationType: "ACCOUNT";
            accountId: string;
            paymentRail?: string;
        };
        AccountQuoteSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            sourceType: "ACCOUNT";
            accountId: string;
            customerId?: string;
        };
        AgentQuoteRequest: {
            lookupId?: string;
            source: components["schemas"]["AccountQuoteSource"];
            destination: components["schemas"]["AccountDestination"] | components["schemas"]["UmaAddressDestination"];
            /** @enum {string} */
            lockedCurrencySide: "SENDING" | "RECEIVING";
            /** @example 5000000 */
            lockedCurrencyAmount: number;
            description?: string;
            remittanceInformation?: string;
            purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
            /**
             * @description What the payer authorizes the payment with, where strong authentication is asked of the customer: `SMS_OTP` or `PASSKEY`.
             * @enum {string}
             */
            scaFactor?: "SMS_OTP" | "TOTP" | "PASSKEY";
            senderCustomerInfo?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        AnyTransactionStatus: "CREATED" | "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED" | "AUTHORIZED" | "PARTIALLY_SETTLED" | "SETTLED" | "EXCEPTION";
        ExecuteQuoteRequest: {
            /**
             * @description What the payer authorizes the payment with, where strong authentication is asked of the customer: `SMS_OTP` or `PASSKEY`.
             * @enum {string}
             */
            scaFactor?: "SMS_OTP" | "TOTP" | "PASSKEY";
        };
        PaymentInstructions: {
            instructionsNotes?: string;
            /** @description EMBEDDED_WALLET: `payloadToSign` is to be stamped. Otherwise where the money is to be sent: an account's fields, or an address, and the reference to write on it. */
            accountOrWalletInfo: {
                accountType: string;
                payloadToSign?: string;
                reference?: string;
                address?: string;
                assetType?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        PurposeOfPayment: "GIFT" | "SELF" | "GOODS_OR_SERVICES" | "EDUCATION" | "HEALTH_OR_MEDICAL" | "REAL_ESTATE_PURCHASE" | "TAX_PAYMENT" | "LOAN_PAYMENT" | "UTILITY_BILL" | "DONATION" | "TRAVEL" | "FAMILY_SUPPORT" | "SALARY_PAYMENT" | "OTHER";
        Quote: {
            /** @example Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            status: components["schemas"]["QuoteStatus"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            source: {
                /** @enum {string} */
                sourceType: "ACCOUNT" | "REALTIME_FUNDING";
                accountId?: string;
                /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                customerId?: string;
                currency?: string;
                cryptoNetwork?: string;
            };
            destination: {
                /** @enum {string} */
                destinationType: "ACCOUNT" | "UMA_ADDRESS";
                accountId?: string;
                umaAddress?: string;
                currency?: string;
                paymentRail?: string;
            };
            sendingCurrency: components["schemas"]["Currency"];
            receivingCurrency: components["schemas"]["Currency"];
            totalSendingAmount: number;
            totalReceivingAmount: number;
            /** @example 1 */
            exchangeRate: number;
            feesIncluded: number;
            platformFeesIncluded?: number;
            /** @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            transactionId: string;
            paymentInstructions?: components["schemas"]["PaymentInstructions"][];
            /** @description What the payer has to answer while the quote is `PENDING_AUTHORIZATION`. */
            scaChallenge?: {
                /** @example ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                id: string;
                /**
                 * Format: date-time
                 * @example 2026-01-15T09:30:00.000Z
                 */
                expiresAt: string;
                factor: components["schemas"]["ScaFactor"];
                availableFactors: components["schemas"]["ScaFactor"][];
                /** @description What the customer authorizes: `CURRENCY_CONVERSION`, `PAYOUT`, `TRUST` or `UNTRUST`. */
                purpose?: string;
                /** @description For `navigator.credentials.get`, its bytes as base64url. */
                passkeyAssertionOptions?: {
                    [key: string]: unknown;
                };
                passkeyAllowedOrigins?: string[];
            };
        };
        QuoteRequest: {
            lookupId?: string;
            source: components["schemas"]["AccountQuoteSource"] | components["schemas"]["RealtimeFundingQuoteSource"];
            destination: components["schemas"]["AccountDestination"] | components["schemas"]["UmaAddressDestination"];
            /** @enum {string} */
            lockedCurrencySide: "SENDING" | "RECEIVING";
            /** @example 5000000 */
            lockedCurrencyAmount: number;
            immediatelyExecute?: boolean;
            description?: string;
            remittanceInformation?: string;
            purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
            platformFeeOverride?: {
                platformFixedFee: components["schemas"]["FixedFee"];
                platformVariableFeeBps: number;
            };
            /**
             * @description What the payer authorizes the payment with, where strong authentication is asked of the customer: `SMS_OTP` or `PASSKEY`.
             * @enum {string}
             */
            scaFactor?: "SMS_OTP" | "TOTP" | "PASSKEY";
            senderCustomerInfo?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        QuoteStatus: "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
        RealtimeFundingQuoteSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            sourceType: "REALTIME_FUNDING";
            /**
             * Format: currency
             * @example USD
             */
            currency: string;
            customerId?: string;
            /** @enum {string} */
            cryptoNetwork?: "SPARK" | "LIGHTNING" | "BITCOIN" | "ETHEREUM" | "BASE" | "POLYGON" | "SOLANA" | "TRON" | "PLASMA";
        };
        Refund: {
            reference: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            initiatedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            settledAt?: string;
            /** @enum {string} */
            status: "PENDING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            reason?: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT";
        };
        TimelineEntry: {
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            at: string;
            what: string;
            attempt?: number;
            nextActor?: string;
            waitsFor?: string;
        };
        Transaction: {
            /** @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            status: components["schemas"]["TransactionStatus"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "INCOMING" | "OUTGOING";
            /** @enum {string} */
            direction: "CREDIT" | "DEBIT";
            source: Record<string, never>;
            destination: Record<string, never>;
            customerId: string;
            platformCustomerId: string;
            /** @example Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            quoteId?: string;
            /**
             * @description The agent that has made it.
             * @example Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            agentId?: string;
            sentAmount?: components["schemas"]["CurrencyAmount"];
            receivedAmount?: components["schemas"]["CurrencyAmount"];
            fees?: number;
            platformFees?: number;
            exchangeRate?: number;
            description?: string;
            failureReason?: string;
            refund?: components["schemas"]["Refund"];
            paymentRail?: string;
            /** @enum {string} */
            railSelectionMode?: "AUTO" | "MANUAL";
            paymentInstructions?: components["schemas"]["PaymentInstructions"][];
            reconciliationInstructions?: {
                reference?: string;
            };
            counterpartyInformation?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            receiptDeliveryConfirmedAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        TransactionList: {
            data: components["schemas"]["TransactionOneOf"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        TransactionOneOf: components["schemas"]["Transaction"] | components["schemas"]["CardTransaction"];
        /** @enum {string} */
        TransactionStatus: "CREATED" | "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED";
        /** @enum {string} */
        TransactionType: "INCOMING" | "OUTGOING" | "CARD";
        TransferInRequest: {
            source: {
                accountId: string;
            };
            destination: {
                accountId: string;
            };
            /** @example 10000 */
            amount: number;
        };
        TransferOutRequest: {
            source: {
                accountId: string;
            };
            destination: {
                accountId: string;
                paymentRail?: string;
            };
            /** @example 10000 */
            amount: number;
            remittanceInformation?: string;
            purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
        };
        UmaAddressDestination: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            destinationType: "UMA_ADDRESS";
            /** @example $success.usd@sandbox.uma.money */
            umaAddress: string;
            /**
             * Format: currency
             * @example USD
             */
            currency?: string;
        };
        BeneficiaryTrustConfirm: {
            trusted: boolean;
        };
        BeneficiaryTrustConfirmRequest: {
            challengeId?: string | null;
            code?: string | null;
            /** @description As `PublicKeyCredential.toJSON()` gives it; with the `origin` it was made at. */
            passkeyAssertion?: {
                [key: string]: unknown;
            } | null;
            origin?: string | null;
        } | unknown | unknown;
        BeneficiaryTrustStart: {
            scaChallenge?: components["schemas"]["ScaChallenge"];
        };
        ScaAuthorization: {
            code?: string | null;
            /** @description As `PublicKeyCredential.toJSON()` gives it; with the `origin` it was made at. */
            passkeyAssertion?: {
                [key: string]: unknown;
            } | null;
            origin?: string | null;
            endUserIpAddress?: string | null;
        };
        ScaChallenge: {
            /** @example ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            factor: components["schemas"]["ScaFactor"];
            availableFactors: components["schemas"]["ScaFactor"][];
            /** @description What the customer authorizes: `CURRENCY_CONVERSION`, `PAYOUT`, `TRUST` or `UNTRUST`. */
            purpose?: string;
            /** @description For `navigator.credentials.get`, its bytes as base64url. */
            passkeyAssertionOptions?: {
                [key: string]: unknown;
            };
            passkeyAllowedOrigins?: string[];
        };
        /** @description How a cardholder is told the code with which a device takes a card into its wallet. Texts may name `{{displayName}}`, bodies `{{code}}` too; the code is put before a body that does not name it. */
        CardTokenization2FAConfig: {
            /** @description Without it, the wallet's `appName` */
            displayName?: string;
            /** Format: uri */
            logoUrl?: string;
            email?: {
                /** Format: email */
                fromAddress?: string;
                fromName?: string;
                /** Format: email */
                replyToAddress?: string;
                subject?: string;
                bodyText?: string;
            };
            sms?: {
                templateSid?: string;
                bodyText?: string;
            };
        };
        EmbeddedWalletConfig: {
            appName?: string;
            otpLength?: number;
            alphanumeric?: boolean;
            expirationSeconds?: number;
            /** Format: email */
            sendFromEmailAddress?: string;
            sendFromEmailSenderName?: string;
            /** Format: email */
            replyToEmailAddress?: string;
            /** Format: uri */
            logoUrl?: string;
            /** @description Where passkeys may live: relying-party ids and the origins of their pages */
            passkey?: {
                rpIds: string[];
                origins: string[];
                requireUserVerification?: boolean;
            };
        };
        FeeConfig: {
            /** @enum {string} */
            feeType: "CROSS_CURRENCY_TRANSACTION";
            /**
             * Format: currency
             * @example USD
             */
            sourceCurrency: string;
            variableFeeBps: number;
            fixedFee: components["schemas"]["FixedFee"];
        };
        FixedFee: {
            amount: number;
            /**
             * Format: currency
             * @example USD
             */
            currency: string;
        };
        PlatformConfig: {
            /** @example PlatformConfig:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            umaDomain: string;
            webhookEndpoint?: string;
            /** @description SPKI PEM of the key that signs webhooks to this platform, in this environment alone */
            webhookPublicKey?: string;
            /** @description Path, at the API's origin, of the JWKS with every key that may sign them: this one, and the next or last one while it is rotated */
            webhookKeysPath?: string;
            supportedCurrencies: components["schemas"]["PlatformCurrencyConfig"][];
            isRegulatedFinancialInstitution?: boolean;
            /** @description Whether self-custody wallets must be proven, for example by the EU Travel Rule. */
            readonly hasCounterpartyRequirements?: boolean;
            embeddedWalletConfig?: components["schemas"]["EmbeddedWalletConfig"];
            cardTokenization2faConfig?: components["schemas"]["CardTokenization2FAConfig"];
            feeConfigs?: components["schemas"]["FeeConfig"][];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        PlatformConfigUpdateRequest: {
            umaDomain?: string;
            /** Format: uri */
            webhookEndpoint?: string;
            supportedCurrencies?: components["schemas"]["PlatformCurrencyConfig"][];
            embeddedWalletConfig?: components["schemas"]["EmbeddedWalletConfig"];
            cardTokenization2faConfig?: components["schemas"]["CardTokenization2FAConfig"];
            feeConfigs?: components["schemas"]["FeeConfig"][];
        };
        PlatformCurrencyConfig: {
            /**
             * Format: currency
             * @example USD
             */
            currencyCode: string;
            minAmount: number;
            maxAmount: number;
            requiredCounterpartyFields: {
                name: string;
                mandatory: boolean;
            }[];
            /** @description What must be known of a customer before it pays in this currency */
            readonly providerRequiredCustomerFields?: string[];
            readonly providerRequiredCounterpartyCustomerFields?: string[];
            enabledTransactionTypes: ("INCOMING" | "OUTGOING")[];
        };
        TestWebhookResponse: {
            url?: string;
            response_status: number;
            response_body?: string;
        };
        WebhookAttempt: {
            number: number;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            at: string;
            durationMs?: number;
            responseStatus?: number;
            /** @description Why the attempt failed; absent on success. */
            error?: string;
        };
        WebhookDelivery: {
            /** @example WebhookDelivery:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            eventId: string;
            /** @example OUTGOING_PAYMENT.COMPLETED */
            type: string;
            /**
             * @description Id of the resource that the event is about.
             * @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            subject: string;
            endpoint: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description A requested redelivery or test: attempted once, without retries. */
            isRedelivery: boolean;
            attempts: number;
            lastResponseStatus?: number;
            lastError?: string;
            /**
             * Format: date-time
             * @description While it waits; absent while it waits for a slot.
             * @example 2026-01-15T09:30:00.000Z
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "STOPPED";
        WebhookEvent: {
            /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example OUTGOING_PAYMENT.COMPLETED */
            type: string;
            /**
             * @description Id of the resource that the event is about.
             * @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            subject: string;
            status: components["schemas"]["WebhookEventStatus"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            timestamp: string;
            request?: components["schemas"]["WebhookRequest"];
        };
        WebhookEventDetails: {
            /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example OUTGOING_PAYMENT.COMPLETED */
            type: string;
            /**
             * @description Id of the resource that the event is about.
             * @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
             */
            subject: string;
            status: components["schemas"]["WebhookEventStatus"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            timestamp: string;
            request: components["schemas"]["WebhookRequest"];
            deliveries: {
                /** @example WebhookDelivery:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                id: string;
                /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                eventId: string;
                /** @example OUTGOING_PAYMENT.COMPLETED */
                type: string;
                /**
                 * @description Id of the resource that the event is about.
                 * @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21
                 */
                subject: string;
                endpoint: string;
                status: components["schemas"]["WebhookDeliveryStatus"];
                /** @description A requested redelivery or test: attempted once, without retries. */
                isRedelivery: boolean;
                attempts: number;
                lastResponseStatus?: number;
                lastError?: string;
                /**
                 * Format: date-time
                 * @description While it waits; absent while it waits for a slot.
                 * @example 2026-01-15T09:30:00.000Z
                 */
                nextAttemptAt?: string;
                /**
                 * Format: date-time
                 * @example 2026-01-15T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @example 2026-01-15T09:30:00.000Z
                 */
                updatedAt: string;
                /** @description The beginning of the endpoint's last response body. */
                lastResponseBody?: string;
                attemptLog: components["schemas"]["WebhookAttempt"][];
            }[];
        };
        WebhookEventList: {
            data: components["schemas"]["WebhookEvent"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /**
         * @description PENDING: in progress, or waiting for a retry. DELIVERED: the endpoint has accepted it. FAILED: not retried any more. UNSENT: there was no endpoint when it happened.
         * @enum {string}
         */
        WebhookEventStatus: "PENDING" | "DELIVERED" | "FAILED" | "UNSENT";
        WebhookRedelivery: {
            /** @description Events that are sent again. */
            accepted: number;
            /** @description More events remain: repeat the call with `cursor` set to `nextCursor`. */
            hasMore: boolean;
            nextCursor?: string;
        };
        WebhookRequest: {
            headers: {
                [key: string]: string;
            };
            /** @description The bytes that are signed, as text. */
            body: string;
        };
        Discovery: {
            /**
             * @description As an external account should name it.
             * @example Access Bank
             */
            bankName: string;
            /** @example Access Bank PLC */
            displayName: string;
            /** @example NG */
            country: string;
            /** @example NGN */
            currency: string;
        };
        DiscoveryListResponse: {
            data: components["schemas"]["Discovery"][];
        };
        EstimateCryptoWithdrawalFeeRequest: {
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            internalAccountId: string;
            /**
             * Format: currency
             * @example USDC
             */
            currency: string;
            /** @example SOLANA */
            cryptoNetwork: string;
            /** @example 5000000 */
            amount: number;
            /** @example 8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH */
            destinationAddress: string;
        };
        EstimateCryptoWithdrawalFeeResponse: {
            /**
             * @description Smallest unit of `networkFeeAsset`. The service pays it.
             * @example 0
             */
            networkFee: number;
            /** @example SOL */
            networkFeeAsset: string;
            /**
             * @description Of the withdrawn currency.
             * @example 10000
             */
            applicationFee: number;
            /** @example 10000 */
            totalFee: number;
            /**
             * @description What a quote made now would deliver.
             * @example 4990000
             */
            netAmount: number;
        };
        ExchangeRate: {
            sourceCurrency: components["schemas"]["Currency"];
            destinationCurrency: components["schemas"]["Currency"];
            /**
             * @description Absent where the destination is a cryptocurrency.
             * @example SEPA
             */
            destinationPaymentRail?: string;
            /** @example 12 */
            minSendingAmount: number;
            /** @example 100000000 */
            maxSendingAmount: number;
            /** @example 10000 */
            sendingAmount: number;
            /**
             * @description 0 for less than the minimum.
             * @example 8555
             */
            receivingAmount: number;
            /**
             * @description Sending units for one receiving unit, fees excluded.
             * @example 1.16648121
             */
            exchangeRate: number;
            fees: components["schemas"]["ExchangeRateFees"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        ExchangeRateFees: {
            /**
             * @description Smallest unit of the source currency.
             * @example 10
             */
            fixed: number;
            /** @example 35 */
            total: number;
        };
        ExchangeRateListResponse: {
            data: components["schemas"]["ExchangeRate"][];
        };
        UmaProvider: {
            /** @example Bank One */
            name: string;
            /**
             * @description Of its UMA addresses
             * @example bank-one.example
             */
            domain: string;
            supportedRegions: string[];
            supportedCurrencies: components["schemas"]["Currency"][];
            /** Format: uri */
            logoUrl?: string;
            /** @description Legal entity identifier */
            lei?: string;
            /** @description Whether it is allowed; false: blocked */
            allowListStatus: boolean;
        };
        UmaProviderListResponse: {
            data: components["schemas"]["UmaProvider"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        Vasp: {
            /**
             * @description As external accounts state it
             * @example Kraken
             */
            vaspName: string;
            /** Format: uri */
            url?: string;
        };
        VaspListResponse: {
            data: components["schemas"]["Vasp"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        ApiToken: {
            /** @example Token:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            name: string;
            permissions: components["schemas"]["Permission"][];
            /** @description User name of the Basic authentication */
            clientId: string;
            /** @description Its password, in the response of the creation alone; it cannot be read again */
            clientSecret?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        ApiTokenCreateRequest: {
            /** @example Payouts, production */
            name: string;
            permissions: components["schemas"]["Permission"][];
        };
        /** @enum {string} */
        Permission: "VIEW" | "TRANSACT" | "MANAGE";
        TokenListResponse: {
            data: components["schemas"]["ApiToken"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        UmaInvitation: {
            /** @example pN3vQ0cJr6m1xGk2aZ8yTw */
            code: string;
            /** @description Where it is claimed: on a page of the inviter’s platform */
            url: string;
            /** @enum {string} */
            status: "PENDING" | "CLAIMED" | "CANCELLED" | "EXPIRED";
            /** @example $ada@platform.example */
            inviterUma: string;
            /**
             * @description Shown to the platforms of the two customers
             * @example $ada@platform.example
             */
            inviteeUma?: string;
            firstName?: string;
            /** @description What the inviter’s platform says that it will send, by a payment of its own */
            amountToSend?: {
                /** @example 5000000 */
                amount: number;
                currency: components["schemas"]["Currency"];
            };
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            claimedAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
        };
        UmaInvitationClaimRequest: {
            /** @example $ada@platform.example */
            inviteeUma: string;
        };
        UmaInvitationCreateRequest: {
            /** @example $ada@platform.example */
            inviterUma: string;
            /** @example Grace */
            firstName?: string;
            /**
             * @description In the smallest unit of what the inviter pays from
             * @example 5000000
             */
            amountToSend?: number;
            /**
             * Format: date-time
             * @description In the future; without it the invitation stays
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt?: string;
        };
        Agent: {
            /** @example Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Invoices */
            name: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId: string;
            /** @description A paused agent reads, and does nothing else. */
            isPaused: boolean;
            /** @description A device code of it has been redeemed. */
            isConnected: boolean;
            policy: components["schemas"]["AgentPolicy"];
            usage: components["schemas"]["AgentUsage"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        AgentAccountRestrictions: {
            /** @description Source and destination must both be listed; a UMA address never is. Absent or null: all accounts of the customer. */
            allowedAccountIds?: string[] | null;
            accountRules?: components["schemas"]["AgentAccountRule"][];
        };
        /** @description Overrides the default for one account, as source or as destination. */
        AgentAccountRule: {
            /** @description Id of an internal or external account of the agent’s customer. */
            accountId: string;
            executionMode?: components["schemas"]["AgentExecutionMode"];
            /**
             * @description Absent or null: the default’s.
             * @example 100000
             */
            perTransactionLimit?: number | null;
        };
        AgentAction: {
            /** @example AgentAction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            agentId: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId: string;
            platformCustomerId: string;
            status: components["schemas"]["AgentActionStatus"];
            type: components["schemas"]["AgentActionType"];
            quote?: components["schemas"]["Quote"];
            transferDetails?: components["schemas"]["AgentTransferDetails"];
            transaction?: components["schemas"]["Transaction"];
            /** @description Why it was rejected, or why it FAILED after it was approved. */
            rejectionReason?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        AgentActionListResponse: {
            data: components["schemas"]["AgentAction"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        AgentActionRejectRequest: {
            reason?: string;
        };
        /** @enum {string} */
        AgentActionStatus: "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "FAILED";
        /** @enum {string} */
        AgentActionType: "EXECUTE_QUOTE" | "TRANSFER_OUT" | "TRANSFER_IN";
        /** @description An amount above it needs an approval, in AUTO too. */
        AgentApprovalThresholds: {
            /**
             * Format: currency
             * @description The currency of `spendingLimits`, the default.
             * @example USD
             */
            currency?: string;
            /**
             * @description Absent or null: no threshold.
             * @example 100000
             */
            amount?: number | null;
        };
        AgentCreateRequest: {
            /** @example Invoices */
            name: string;
            customerId: string;
            policy: components["schemas"]["AgentPolicy"];
        };
        AgentCreateResponse: {
            agent: components["schemas"]["Agent"];
            deviceCode: components["schemas"]["AgentDeviceCode"];
        };
        AgentDeviceCode: {
            /**
             * @description In this response alone: it is stored as a hash.
             * @example 7K3M-9QXR-2TVW
             */
            code: string;
            /** @example Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            agentId: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            redeemed: boolean;
        };
        AgentDeviceCodeRedeemResponse: {
            /** @example Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            agentId: string;
            agentName: string;
            /** @description For `Authorization: Bearer`. In this response alone; it lives as long as the agent. */
            accessToken: string;
            policy: components["schemas"]["AgentPolicy"];
        };
        AgentDeviceCodeStatusResponse: {
            code: string;
            redeemed: boolean;
        };
        /**
         * @description AUTO acts at once; APPROVAL_REQUIRED waits until the platform has approved.
         * @enum {string}
         */
        AgentExecutionMode: "AUTO" | "APPROVAL_REQUIRED";
        AgentListResponse: {
            data: components["schemas"]["Agent"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        AgentPermission: "VIEW_TRANSACTIONS" | "CREATE_TRANSFERS" | "CREATE_QUOTES" | "EXECUTE_QUOTES" | "MANAGE_EXTERNAL_ACCOUNTS";
        AgentPolicy: {
            permissions: components["schemas"]["AgentPermission"][];
            defaultExecutionMode: components["schemas"]["AgentExecutionMode"];
            spendingLimits: components["schemas"]["AgentSpendingLimits"];
            accountRestrictions?: components["schemas"]["AgentAccountRestrictions"];
            approvalThresholds?: components["schemas"]["AgentApprovalThresholds"];
        };
        AgentPolicyUpdateRequest: {
            /** @description Replaces the list. */
            permissions?: components["schemas"]["AgentPermission"][];
            defaultExecutionMode?: components["schemas"]["AgentExecutionMode"];
            spendingLimits?: components["schemas"]["AgentSpendingLimitsUpdate"];
            accountRestrictions?: components["schemas"]["AgentAccountRestrictions"];
            approvalThresholds?: components["schemas"]["AgentApprovalThresholds"];
        };
        /** @description What leaves the source counts, fees included, converted at the rate of the moment. */
        AgentSpendingLimits: {
            /**
             * Format: currency
             * @description Of all amounts of the policy and of its usage.
             * @example USD
             */
            currency: string;
            /** @example 50000 */
            perTransactionLimit: number;
            /**
             * @description A UTC day. Absent or null: none.
             * @example 100000
             */
            dailyLimit?: number | null;
            /**
             * @description Actions a UTC day. Absent or null: no limit.
             * @example 20
             */
            dailyTransactionLimit?: number | null;
            /**
             * @description A UTC month. Absent or null: none.
             * @example 100000
             */
            monthlyLimit?: number | null;
        };
        /** @description Limits that are left out stay; null removes one. A new `currency` restates what is left out at the current rate, rounded down. */
        AgentSpendingLimitsUpdate: {
            /**
             * Format: currency
             * @description Of all amounts of the policy and of its usage.
             * @example USD
             */
            currency?: string;
            /** @example 50000 */
            perTransactionLimit?: number;
            /**
             * @description A UTC day. Absent or null: none.
             * @example 100000
             */
            dailyLimit?: number | null;
            /**
             * @description Actions a UTC day. Absent or null: no limit.
             * @example 20
             */
            dailyTransactionLimit?: number | null;
            /**
             * @description A UTC month. Absent or null: none.
             * @example 100000
             */
            monthlyLimit?: number | null;
        };
        AgentTransferDetails: {
            amount: number;
            /**
             * Format: currency
             * @example USD
             */
            currency: string;
            sourceAccountId: string;
            destinationAccountId: string;
        };
        AgentUpdateRequest: {
            /** @example Invoices */
            name?: string;
            isPaused?: boolean;
        } | unknown | unknown;
        /** @description In the currency of the limits; pending actions count. */
        AgentUsage: {
            /** @example 3 */
            dailyTransactionCount: number;
            dailySpend: number;
            /**
             * Format: date
             * @description The UTC day that is counted.
             */
            dailyResetDate?: string;
            monthlySpend: number;
            /**
             * @description The UTC month that is counted.
             * @example 2026-01
             */
            monthlyResetMonth?: string;
        };
        AgentActionToEvaluate: {
            /** @constant */
            type: "EXECUTE_QUOTE";
            quoteId: string;
        } | {
            /** @constant */
            type: "TRANSFER_OUT";
            source: {
                accountId: string;
            };
            destination: {
                accountId: string;
                paymentRail?: string;
            };
            /** @example 10000 */
            amount: number;
            remittanceInformation?: string;
            purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
        } | {
            /** @constant */
            type: "TRANSFER_IN";
            source: {
                accountId: string;
            };
            destination: {
                accountId: string;
            };
            /** @example 10000 */
            amount: number;
        };
        AgentPolicyEvaluation: {
            /** @enum {string} */
            decision?: "ALLOW" | "APPROVAL_REQUIRED" | "DENY";
            rules?: {
                /** @example DAILY_LIMIT */
                rule: string;
                /** @enum {string} */
                decision: "ALLOW" | "APPROVAL_REQUIRED" | "DENY";
                limit?: number;
                used?: number;
                requested?: number;
                /**
                 * Format: currency
                 * @example USD
                 */
                currency?: string;
                permission?: string;
            }[];
            /** @description What the limits leave, before this action. Without a limit a member is absent. */
            remaining?: {
                /**
                 * Format: currency
                 * @example USD
                 */
                currency: string;
                perTransaction: number;
                daily?: number;
                dailyTransactions?: number;
                monthly?: number;
            };
            /** @description Oldest first. */
            lastActions?: {
                /** @example AgentAction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                actionId: string;
                /** @enum {string} */
                decision: "ALLOW" | "APPROVAL_REQUIRED" | "DENY";
                rules: {
                    /** @example DAILY_LIMIT */
                    rule: string;
                    /** @enum {string} */
                    decision: "ALLOW" | "APPROVAL_REQUIRED" | "DENY";
                    limit?: number;
                    used?: number;
                    requested?: number;
                    /**
                     * Format: currency
                     * @example USD
                     */
                    currency?: string;
                    permission?: string;
                }[];
                /** @description What the limits leave, before this action. Without a limit a member is absent. */
                remaining: {
                    /**
                     * Format: currency
                     * @example USD
                     */
                    currency: string;
                    perTransaction: number;
                    daily?: number;
                    dailyTransactions?: number;
                    monthly?: number;
                };
            }[];
        };
        ContactVerification: {
            email?: components["schemas"]["ContactVerificationStatus"];
            phone?: components["schemas"]["ContactVerificationStatus"];
        };
        ContactVerificationConfirmRequest: {
            /** @example 123456 */
            code: string;
        };
        /** @enum {string} */
        ContactVerificationStatus: "PENDING" | "VERIFIED";
        PasskeyEnrollmentConfirmRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PASSKEY";
            origin: string;
            /** @description RegistrationResponseJSON. */
            credential: {
                [key: string]: unknown;
            };
        };
        PasskeyEnrollmentConfirmResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PASSKEY";
            factor: components["schemas"]["ScaFactorView"];
        };
        PasskeyEnrollmentStart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PASSKEY";
            /** @description PublicKeyCredentialCreationOptionsJSON. */
            options: {
                [key: string]: unknown;
            };
            allowedOrigins: string[];
            relyingPartyId: string;
        };
        RecordSecurityEventRequest: {
            /** @enum {string} */
            eventType: "RESET_PASSWORD_COMPLETED" | "FAILED_LOGIN_ATTEMPT";
        };
        RecordSecurityEventResponse: {
            /** @enum {string} */
            eventType: "RESET_PASSWORD_COMPLETED" | "FAILED_LOGIN_ATTEMPT";
            suspended: boolean;
            /** Format: date-time */
            lockedUntil?: string | null;
            failedAttempts: number;
        };
        SandboxMessage: {
            id: string;
            /** @enum {string} */
            channel: "EMAIL" | "SMS";
            to: string;
            from: string;
            subject?: string;
            text: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            sentAt: string;
        };
        SandboxMessageList: {
            data: components["schemas"]["SandboxMessage"][];
        };
        /** @enum {string} */
        ScaFactor: "SMS_OTP" | "TOTP" | "PASSKEY";
        ScaFactorConfirmRequest: components["schemas"]["TotpEnrollmentConfirmRequest"] | components["schemas"]["PasskeyEnrollmentConfirmRequest"];
        ScaFactorConfirmResponse: components["schemas"]["TotpEnrollmentConfirmResponse"] | components["schemas"]["PasskeyEnrollmentConfirmResponse"];
        ScaFactorEnrollRequest: {
            /** @enum {string} */
            type: "TOTP" | "PASSKEY";
        };
        ScaFactorEnrollStart: components["schemas"]["TotpEnrollmentStart"] | components["schemas"]["PasskeyEnrollmentStart"];
        ScaFactorList: {
            factors: components["schemas"]["ScaFactorView"][];
        };
        ScaFactorView: {
            factor: components["schemas"]["ScaFactor"];
            /** @description Of a passkey: what deletes it. */
            credentialId?: string;
            name?: string;
        };
        ScaLoginComplete: {
            /** @constant */
            status: "SUCCESS";
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            sessionExpiresAt?: string;
        };
        ScaLoginCompleteRequest: {
            factor: components["schemas"]["ScaFactor"];
            /** @example 203.0.113.7 */
            endUserIpAddress: string;
            /** @description Of the start; TOTP has none. */
            challengeId?: string | null;
            code?: string | null;
            /** @description AuthenticationResponseJSON. */
            passkeyAssertion?: {
                [key: string]: unknown;
            } | null;
            origin?: string | null;
        } | unknown | unknown;
        ScaLoginStart: {
            factor: components["schemas"]["ScaFactor"];
            challengeId?: string | null;
            /** Format: date-time */
            expiresAt?: string | null;
            /** @description PublicKeyCredentialRequestOptionsJSON. */
            passkeyOptions?: {
                [key: string]: unknown;
            } | null;
            allowedOrigins?: string[] | null;
            relyingPartyId?: string | null;
        };
        ScaLoginStartRequest: {
            factor: components["schemas"]["ScaFactor"];
        };
        TotpEnrollmentConfirmRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "TOTP";
            /** @description As the enrolment was started with. */
            secret: string;
            /** @example 123456 */
            code: string;
        };
        TotpEnrollmentConfirmResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "TOTP";
            /** @description Shown once: each logs in once, in place of a TOTP code. */
            recoveryCodes: string[];
        };
        TotpEnrollmentStart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "TOTP";
            /** @description Hexadecimal; sent back to confirm the enrolment. */
            secret: string;
            secretBase32Encoded: string;
            /** @description For a QR code. */
            totpUri: string;
        };
        TwoFactorResetCompleteRequest: {
            mobile?: {
                /** @example +49 */
                countryCode: string;
                /** @example 1701234567 */
                number: string;
            };
        };
        TwoFactorResetStart: {
            /** @example ScaReset:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            resetId: string;
            livenessAccessToken?: string | null;
            verificationLink?: string | null;
            /** Format: date-time */
            expiresAt?: string | null;
        };
        TwoFactorResetStartRequest: {
            factor: components["schemas"]["ScaFactor"];
        };
        TwoFactorResetStatus: {
            /** @enum {string} */
            status: "INITIATED" | "PENDING_REVIEW" | "LIVENESS_PASSED" | "COMPLETED" | "REJECTED" | "EXPIRED";
            factor: components["schemas"]["ScaFactor"];
            /** @enum {string|null} */
            enrollmentStatus?: "PENDING" | "COMPLETED" | null;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            /** Format: date-time */
            completedAt?: string | null;
        };
        Error: {
            /** @enum {string} */
            code: "INVALID_INPUT" | "END_USER_TERMS_VERSION_NOT_FOUND" | "MISSING_MANDATORY_USER_INFO" | "INVITATION_ALREADY_CLAIMED" | "INVITATIONS_NOT_CONFIGURED" | "INVALID_UMA_ADDRESS" | "INVITATION_CANCELLED" | "QUOTE_REQUEST_FAILED" | "INVALID_PAYREQ_RESPONSE" | "INVALID_RECEIVER" | "PARSE_PAYREQ_RESPONSE_ERROR" | "CERT_CHAIN_INVALID" | "CERT_CHAIN_EXPIRED" | "INVALID_PUBKEY_FORMAT" | "MISSING_REQUIRED_UMA_PARAMETERS" | "SENDER_NOT_ACCEPTED" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_TIMESTAMP" | "INVALID_NONCE" | "INVALID_REQUEST_FORMAT" | "INVALID_BANK_ACCOUNT" | "SELF_PAYMENT" | "LOOKUP_REQUEST_FAILED" | "PARSE_LNURLP_RESPONSE_ERROR" | "INVALID_AMOUNT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "LOW_QUALITY" | "DATA_MISMATCH" | "EXPIRED" | "SUSPECTED_FRAUD" | "UNSUITABLE_DOCUMENT" | "INCOMPLETE" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "SMS_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "CARDHOLDER_KYC_NOT_APPROVED" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INSUFFICIENT_FUNDS" | "QUOTE_EXPIRED" | "QUOTE_RATE_UNAVAILABLE" | "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_REVOKED" | "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED" | "STABLECOIN_AMOUNT_NOT_REPRESENTABLE" | "STABLECOIN_BURN_SOURCE_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED" | "STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED" | "STABLECOIN_NOT_PROVISIONED" | "STABLECOIN_OPERATION_NOT_SUPPORTED" | "STABLECOIN_PROVIDER_ERROR" | "STABLECOIN_PROVIDER_SOURCE_NOT_LINKED" | "STABLECOIN_VERIFICATION_FAILED" | "UNAUTHORIZED" | "INVALID_SIGNATURE" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "VELOCITY_LIMIT_EXCEEDED" | "END_USER_TERMS_NOT_ACCEPTED" | "TRANSACTION_NOT_FOUND" | "INVITATION_NOT_FOUND" | "USER_NOT_FOUND" | "QUOTE_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "TOKEN_NOT_FOUND" | "BULK_UPLOAD_JOB_NOT_FOUND" | "REFERENCE_NOT_FOUND" | "UMA_NOT_FOUND" | "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "TRANSACTION_NOT_CANCELLABLE" | "UMA_ADDRESS_EXISTS" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "PASSKEY_ALREADY_ENROLLED" | "SCA_SESSION_REQUIRED" | "BENEFICIARY_TRUSTED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "INVALID_STATE_TRANSITION" | "CARD_ALREADY_CLOSED" | "CARD_NOT_MUTABLE" | "CARD_LIMIT_REACHED" | "STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE" | "CONFLICT" | "DOCUMENT_ALREADY_EXISTS" | "DUPLICATE_EXTERNAL_ACCOUNT" | "DUPLICATE_PAY_REQUEST" | "SMS_OTP_CREDENTIAL_SET_CHANGED" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS" | "STABLECOIN_SYMBOL_ALREADY_EXISTS" | "STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS" | "WALLET_NOT_PROVISIONED" | "CUSTOMER_DELETED" | "UNSUPPORTED_UMA_VERSION" | "ACCOUNT_LOCKED" | "PAYREQ_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR" | "NO_COMPATIBLE_UMA_VERSION" | "LNURLP_REQUEST_FAILED" | "EMAIL_OTP_CREDENTIAL_SYNC_FAILED" | "RATE_LIMITED" | "DAILY_VOLUME_LIMIT_EXCEEDED" | "SERVICE_SWITCH_ERROR" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY" | "SERVICE_UNAVAILABLE";
            /** @description An explanation in English. */
            reason: string;
            /** @description On INVALID_INPUT `errors`, an entry for each invalid field. */
            details?: {
                errors?: {
                    /** @description Path in dot notation. */
                    field: string;
                    /** @description JSON Schema keyword that failed. */
                    constraint: string;
                    message: string;
                }[];
            };
            /** @description The HTTP status again. */
            status: number;
            /** @description Equals `reason`. */
            message: string;
        };
    };
    responses: {
        /** @description `ACCOUNT_LOCKED`: The login is locked. */
        ACCOUNT_LOCKED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "ACCOUNT_LOCKED",
                 *       "reason": "The login is locked.",
                 *       "status": 423,
                 *       "message": "The login is locked."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "ACCOUNT_LOCKED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `BENEFICIARY_TRUSTED`: The beneficiary is trusted; untrust it first. */
        BENEFICIARY_TRUSTED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "BENEFICIARY_TRUSTED",
                 *       "reason": "The beneficiary is trusted; untrust it first.",
                 *       "status": 409,
                 *       "message": "The beneficiary is trusted; untrust it first."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "BENEFICIARY_TRUSTED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `BULK_UPLOAD_JOB_NOT_FOUND`: No such upload. */
        BULK_UPLOAD_JOB_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "BULK_UPLOAD_JOB_NOT_FOUND",
                 *       "reason": "No such upload.",
                 *       "status": 404,
                 *       "message": "No such upload."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "BULK_UPLOAD_JOB_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `CONFLICT`: The request conflicts with the present state. */
        CONFLICT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "CONFLICT",
                 *       "reason": "The request conflicts with the present state.",
                 *       "status": 409,
                 *       "message": "The request conflicts with the present state."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "CONFLICT";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `CUSTOMER_DELETED`: The customer is deleted. */
        CUSTOMER_DELETED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "CUSTOMER_DELETED",
                 *       "reason": "The customer is deleted.",
                 *       "status": 410,
                 *       "message": "The customer is deleted."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "CUSTOMER_DELETED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `DOCUMENT_ALREADY_EXISTS`: A document of this type exists. */
        DOCUMENT_ALREADY_EXISTS: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "DOCUMENT_ALREADY_EXISTS",
                 *       "reason": "A document of this type exists.",
                 *       "status": 409,
                 *       "message": "A document of this type exists."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "DOCUMENT_ALREADY_EXISTS";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `DUPLICATE_EXTERNAL_ACCOUNT`: An equivalent account exists. */
        DUPLICATE_EXTERNAL_ACCOUNT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "DUPLICATE_EXTERNAL_ACCOUNT",
                 *       "reason": "An equivalent account exists.",
                 *       "status": 409,
                 *       "message": "An equivalent account exists."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "DUPLICATE_EXTERNAL_ACCOUNT";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request. */
        DUPLICATE_PAY_REQUEST: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "DUPLICATE_PAY_REQUEST",
                 *       "reason": "The Idempotency-Key was used for another request.",
                 *       "status": 409,
                 *       "message": "The Idempotency-Key was used for another request."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "DUPLICATE_PAY_REQUEST";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `EMAIL_OTP_CREDENTIAL_SYNC_FAILED`: The wallet provider failed. */
        EMAIL_OTP_CREDENTIAL_SYNC_FAILED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "EMAIL_OTP_CREDENTIAL_SYNC_FAILED",
                 *       "reason": "The wallet provider failed.",
                 *       "status": 424,
                 *       "message": "The wallet provider failed."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "EMAIL_OTP_CREDENTIAL_SYNC_FAILED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `FORBIDDEN`: The credentials do not permit this. */
        FORBIDDEN: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "FORBIDDEN",
                 *       "reason": "The credentials do not permit this.",
                 *       "status": 403,
                 *       "message": "The credentials do not permit this."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "FORBIDDEN";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL_ERROR`: Internal error. */
        INTERNAL_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "INTERNAL_ERROR",
                 *       "reason": "Internal error.",
                 *       "status": 500,
                 *       "message": "Internal error."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "INTERNAL_ERROR";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `INVALID_REQUEST_FORMAT`: The request cannot be read. */
        INVALID_REQUEST_FORMAT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "INVALID_REQUEST_FORMAT",
                 *       "reason": "The request cannot be read.",
                 *       "status": 400,
                 *       "message": "The request cannot be read."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "INVALID_REQUEST_FORMAT";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `INVITATION_NOT_FOUND`: No such invitation. */
        INVITATION_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "INVITATION_NOT_FOUND",
                 *       "reason": "No such invitation.",
                 *       "status": 404,
                 *       "message": "No such invitation."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "INVITATION_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `LNURLP_REQUEST_FAILED`: The counterparty lookup failed. */
        LNURLP_REQUEST_FAILED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "LNURLP_REQUEST_FAILED",
                 *       "reason": "The counterparty lookup failed.",
                 *       "status": 424,
                 *       "message": "The counterparty lookup failed."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "LNURLP_REQUEST_FAILED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `NOT_IMPLEMENTED`: Not available here. */
        NOT_IMPLEMENTED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "NOT_IMPLEMENTED",
                 *       "reason": "Not available here.",
                 *       "status": 501,
                 *       "message": "Not available here."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "NOT_IMPLEMENTED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `QUOTE_NOT_FOUND`: No such quote. */
        QUOTE_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "QUOTE_NOT_FOUND",
                 *       "reason": "No such quote.",
                 *       "status": 404,
                 *       "message": "No such quote."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "QUOTE_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests; try again later. */
        RATE_LIMITED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "RATE_LIMITED",
                 *       "reason": "Too many requests; try again later.",
                 *       "status": 429,
                 *       "message": "Too many requests; try again later."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "RATE_LIMITED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `REFERENCE_NOT_FOUND`: No such object or path. */
        REFERENCE_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "REFERENCE_NOT_FOUND",
                 *       "reason": "No such object or path.",
                 *       "status": 404,
                 *       "message": "No such object or path."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "REFERENCE_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: Not available now; repeat the request. */
        SERVICE_UNAVAILABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "SERVICE_UNAVAILABLE",
                 *       "reason": "Not available now; repeat the request.",
                 *       "status": 503,
                 *       "message": "Not available now; repeat the request."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "SERVICE_UNAVAILABLE";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`: No such provider account. */
        STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND",
                 *       "reason": "No such provider account.",
                 *       "status": 404,
                 *       "message": "No such provider account."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE`: Enablement cannot be requested in this state. */
        STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE",
                 *       "reason": "Enablement cannot be requested in this state.",
                 *       "status": 409,
                 *       "message": "Enablement cannot be requested in this state."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `TOKEN_NOT_FOUND`: No such token. */
        TOKEN_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "TOKEN_NOT_FOUND",
                 *       "reason": "No such token.",
                 *       "status": 404,
                 *       "message": "No such token."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "TOKEN_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `TRANSACTION_NOT_CANCELLABLE`: The transaction is past cancellation. */
        TRANSACTION_NOT_CANCELLABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "TRANSACTION_NOT_CANCELLABLE",
                 *       "reason": "The transaction is past cancellation.",
                 *       "status": 409,
                 *       "message": "The transaction is past cancellation."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "TRANSACTION_NOT_CANCELLABLE";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `TRANSACTION_NOT_FOUND`: No such transaction. */
        TRANSACTION_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "TRANSACTION_NOT_FOUND",
                 *       "reason": "No such transaction.",
                 *       "status": 404,
                 *       "message": "No such transaction."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "TRANSACTION_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`: The transaction does not wait for approval. */
        TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
                 *       "reason": "The transaction does not wait for approval.",
                 *       "status": 409,
                 *       "message": "The transaction does not wait for approval."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `UNAUTHORIZED`: The credentials are not accepted. */
        UNAUTHORIZED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "UNAUTHORIZED",
                 *       "reason": "The credentials are not accepted.",
                 *       "status": 401,
                 *       "message": "The credentials are not accepted."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "UNAUTHORIZED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `USER_NOT_FOUND`: No such customer. */
        USER_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "USER_NOT_FOUND",
                 *       "reason": "No such customer.",
                 *       "status": 404,
                 *       "message": "No such customer."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "USER_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet. */
        WALLET_NOT_PROVISIONED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "WALLET_NOT_PROVISIONED",
                 *       "reason": "The embedded wallet is not provisioned yet.",
                 *       "status": 409,
                 *       "message": "The embedded wallet is not provisioned yet."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "WALLET_NOT_PROVISIONED";
                } & components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of this request, the one sent in `X-Request-Id` if there was one. */
        "X-Request-Id": string;
        /** @description Seconds to wait before the request is repeated. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPlatformConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "PlatformConfig:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "umaDomain": "text",
                     *       "webhookEndpoint": "text",
                     *       "webhookPublicKey": "text",
                     *       "webhookKeysPath": "text",
                     *       "supportedCurrencies": [
                     *         {
                     *           "currencyCode": "USD",
                     *           "minAmount": 0,
                     *           "maxAmount": 0,
                     *           "requiredCounterpartyFields": [
                     *             {
                     *               "name": "text",
                     *               "mandatory": true
                     *             }
                     *           ],
                     *           "providerRequiredCustomerFields": [
                     *             "text"
                     *           ],
                     *           "providerRequiredCounterpartyCustomerFields": [
                     *             "text"
                     *           ],
                     *           "enabledTransactionTypes": [
                     *             "INCOMING"
                     *           ]
                     *         }
                     *       ],
                     *       "isRegulatedFinancialInstitution": true,
                     *       "hasCounterpartyRequirements": true,
                     *       "embeddedWalletConfig": {
                     *         "appName": "text",
                     *         "otpLength": 4,
                     *         "alphanumeric": true,
                     *         "expirationSeconds": 1,
                     *         "sendFromEmailAddress": "customer@example.com",
                     *         "sendFromEmailSenderName": "text",
                     *         "replyToEmailAddress": "customer@example.com",
                     *         "logoUrl": "https://platform.example.com/webhooks",
                     *         "passkey": {
                     *           "rpIds": [
                     *             "text"
                     *           ],
                     *           "origins": [
                     *             "text"
                     *           ],
                     *           "requireUserVerification": true
                     *         }
                     *       },
                     *       "cardTokenization2faConfig": {
                     *         "email": {
                     *           "fromAddress": "customer@example.com",
                     *           "replyToAddress": "customer@example.com",
                     *           "bodyText": "text"
                     *         },
                     *         "sms": {
                     *           "bodyText": "text"
                     *         }
                     *       },
                     *       "feeConfigs": [
                     *         {
                     *           "feeType": "CROSS_CURRENCY_TRANSACTION",
                     *           "sourceCurrency": "USD",
                     *           "variableFeeBps": 0,
                     *           "fixedFee": {
                     *             "amount": 0,
                     *             "currency": "USD"
                     *           }
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updatePlatformConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "supportedCurrencies": [
                 *         {
                 *           "currencyCode": "USD",
                 *           "minAmount": 0,
                 *           "maxAmount": 0,
                 *           "requiredCounterpartyFields": [
                 *             {
                 *               "name": "text",
                 *               "mandatory": true
                 *             }
                 *           ],
                 *           "providerRequiredCustomerFields": [
                 *             "text"
                 *           ],
                 *           "providerRequiredCounterpartyCustomerFields": [
                 *             "text"
                 *           ],
                 *           "enabledTransactionTypes": [
                 *             "INCOMING"
                 *           ]
                 *         }
                 *       ],
                 *       "embeddedWalletConfig": {
                 *         "appName": "text",
                 *         "otpLength": 4,
                 *         "alphanumeric": true,
                 *         "expirationSeconds": 1,
                 *         "sendFromEmailAddress": "customer@example.com",
                 *         "sendFromEmailSenderName": "text",
                 *         "replyToEmailAddress": "customer@example.com",
                 *         "logoUrl": "https://platform.example.com/webhooks",
                 *         "passkey": {
                 *           "rpIds": [
                 *             "text"
                 *           ],
                 *           "origins": [
                 *             "text"
                 *           ],
                 *           "requireUserVerification": true
                 *         }
                 *       },
                 *       "cardTokenization2faConfig": {
                 *         "email": {
                 *           "fromAddress": "customer@example.com",
                 *           "replyToAddress": "customer@example.com",
                 *           "bodyText": "text"
                 *         },
                 *         "sms": {
                 *           "bodyText": "text"
                 *         }
                 *       },
                 *       "feeConfigs": [
                 *         {
                 *           "feeType": "CROSS_CURRENCY_TRANSACTION",
                 *           "sourceCurrency": "USD",
                 *           "variableFeeBps": 0,
                 *           "fixedFee": {
                 *             "amount": 0,
                 *             "currency": "USD"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlatformConfigUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "PlatformConfig:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "umaDomain": "text",
                     *       "webhookEndpoint": "text",
                     *       "webhookPublicKey": "text",
                     *       "webhookKeysPath": "text",
                     *       "supportedCurrencies": [
                     *         {
                     *           "currencyCode": "USD",
                     *           "minAmount": 0,
                     *           "maxAmount": 0,
                     *           "requiredCounterpartyFields": [
                     *             {
                     *               "name": "text",
                     *               "mandatory": true
                     *             }
                     *           ],
                     *           "providerRequiredCustomerFields": [
                     *             "text"
                     *           ],
                     *           "providerRequiredCounterpartyCustomerFields": [
                     *             "text"
                     *           ],
                     *           "enabledTransactionTypes": [
                     *             "INCOMING"
                     *           ]
                     *         }
                     *       ],
                     *       "isRegulatedFinancialInstitution": true,
                     *       "hasCounterpartyRequirements": true,
                     *       "embeddedWalletConfig": {
                     *         "appName": "text",
                     *         "otpLength": 4,
                     *         "alphanumeric": true,
                     *         "expirationSeconds": 1,
                     *         "sendFromEmailAddress": "customer@example.com",
                     *         "sendFromEmailSenderName": "text",
                     *         "replyToEmailAddress": "customer@example.com",
                     *         "logoUrl": "https://platform.example.com/webhooks",
                     *         "passkey": {
                     *           "rpIds": [
                     *             "text"
                     *           ],
                     *           "origins": [
                     *             "text"
                     *           ],
                     *           "requireUserVerification": true
                     *         }
                     *       },
                     *       "cardTokenization2faConfig": {
                     *         "email": {
                     *           "fromAddress": "customer@example.com",
                     *           "replyToAddress": "customer@example.com",
                     *           "bodyText": "text"
                     *         },
                     *         "sms": {
                     *           "bodyText": "text"
                     *         }
                     *       },
                     *       "feeConfigs": [
                     *         {
                     *           "feeType": "CROSS_CURRENCY_TRANSACTION",
                     *           "sourceCurrency": "USD",
                     *           "variableFeeBps": 0,
                     *           "fixedFee": {
                     *             "amount": 0,
                     *             "currency": "USD"
                     *           }
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                platformCustomerId?: string;
                customerType?: components["schemas"]["CustomerType"];
                createdAfter?: string;
                createdBefore?: string;
                updatedAfter?: string;
                updatedBefore?: string;
                region?: string;
                currency?: string;
                umaAddress?: string;
                isIncludingDeleted?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platformCustomerId": "user-4711",
                 *       "region": "US",
                 *       "currencies": [
                 *         "USD"
                 *       ],
                 *       "email": "ada@example.com",
                 *       "phoneNumber": "+14155550100",
                 *       "endUserTermsConsent": {
                 *         "acceptedAt": "2026-01-15T09:30:00.000Z",
                 *         "ipAddress": "203.0.113.7",
                 *         "termsVersion": "2025-10-13",
                 *         "acceptanceMethod": "CHECKBOX"
                 *       },
                 *       "customerType": "INDIVIDUAL",
                 *       "fullName": "Ada Lovelace",
                 *       "birthDate": "1990-12-10",
                 *       "nationality": "US",
                 *       "address": {
                 *         "line1": "1 Main Street",
                 *         "line2": "text",
                 *         "city": "text",
                 *         "state": "text",
                 *         "postalCode": "10001",
                 *         "country": "US"
                 *       },
                 *       "idType": "SSN",
                 *       "countryOfIssuance": "US",
                 *       "sourceOfFundsCategories": [
                 *         "SALARY"
                 *       ],
                 *       "sourceOfFundsOtherDescription": "text",
                 *       "sourceOfWealthCategories": [
                 *         "SALARY"
                 *       ],
                 *       "sourceOfWealthOtherDescription": "text",
                 *       "purposeOfAccount": "CONTRACTOR_PAYOUTS",
                 *       "purposeOfAccountOtherDescription": "text",
                 *       "expectedMonthlyTransactionCount": "COUNT_UNDER_10",
                 *       "expectedMonthlyTransactionVolume": "VOLUME_UNDER_10K",
                 *       "annualIncomeRange": "UNDER_50K",
                 *       "netWorthRange": "UNDER_100K",
                 *       "pepStatus": "NONE",
                 *       "identifier": "text"
                 *     }
                 */
                "application/json": components["schemas"]["CustomerCreateRequestOneOf"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /**
             * @description `END_USER_TERMS_VERSION_NOT_FOUND`: No such version of the terms.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "END_USER_TERMS_VERSION_NOT_FOUND",
                     *       "reason": "No such version of the terms.",
                     *       "status": 400,
                     *       "message": "No such version of the terms."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "END_USER_TERMS_VERSION_NOT_FOUND" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `UMA_ADDRESS_EXISTS`: The UMA address is taken.
             *
             *     `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: The email belongs to a credential.
             *
             *     `SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS`: The number belongs to a credential.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "UMA_ADDRESS_EXISTS" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getEndUserTerms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "2025-10-13",
                     *       "url": "https://platform.example.com/webhooks"
                     *     }
                     */
                    "application/json": components["schemas"]["EndUserTerms"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteCustomerById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            410: components["responses"]["CUSTOMER_DELETED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "region": "US",
                 *       "currencies": [
                 *         "USD"
                 *       ],
                 *       "email": "ada@example.com",
                 *       "phoneNumber": "+14155550100",
                 *       "endUserTermsConsent": {
                 *         "acceptedAt": "2026-01-15T09:30:00.000Z",
                 *         "ipAddress": "203.0.113.7",
                 *         "termsVersion": "2025-10-13",
                 *         "acceptanceMethod": "CHECKBOX"
                 *       },
                 *       "customerType": "INDIVIDUAL",
                 *       "fullName": "Ada Lovelace",
                 *       "birthDate": "1990-12-10",
                 *       "nationality": "US",
                 *       "address": {
                 *         "line1": "1 Main Street",
                 *         "line2": "text",
                 *         "city": "text",
                 *         "state": "text",
                 *         "postalCode": "10001",
                 *         "country": "US"
                 *       },
                 *       "idType": "SSN",
                 *       "countryOfIssuance": "US",
                 *       "sourceOfFundsCategories": [
                 *         "SALARY"
                 *       ],
                 *       "sourceOfFundsOtherDescription": "text",
                 *       "sourceOfWealthCategories": [
                 *         "SALARY"
                 *       ],
                 *       "sourceOfWealthOtherDescription": "text",
                 *       "purposeOfAccount": "CONTRACTOR_PAYOUTS",
                 *       "purposeOfAccountOtherDescription": "text",
                 *       "expectedMonthlyTransactionCount": "COUNT_UNDER_10",
                 *       "expectedMonthlyTransactionVolume": "VOLUME_UNDER_10K",
                 *       "annualIncomeRange": "UNDER_50K",
                 *       "netWorthRange": "UNDER_100K",
                 *       "pepStatus": "NONE",
                 *       "identifier": "text"
                 *     }
                 */
                "application/json": components["schemas"]["CustomerUpdateRequestOneOf"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOneOf"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `END_USER_TERMS_VERSION_NOT_FOUND`: No such version of the terms.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "END_USER_TERMS_VERSION_NOT_FOUND",
                     *       "reason": "No such version of the terms.",
                     *       "status": 400,
                     *       "message": "No such version of the terms."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "END_USER_TERMS_VERSION_NOT_FOUND" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `UMA_ADDRESS_EXISTS`: The UMA address is taken.
             *
             *     `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: The email belongs to a credential.
             *
             *     `SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS`: The number belongs to a credential.
             *
             *     `EMAIL_OTP_CREDENTIAL_SET_CHANGED`: The credentials have changed.
             *
             *     `SMS_OTP_CREDENTIAL_SET_CHANGED`: The credentials have changed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "UMA_ADDRESS_EXISTS" | "SCA_SESSION_REQUIRED" | "WALLET_NOT_PROVISIONED" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "SMS_OTP_CREDENTIAL_SET_CHANGED";
                    } & components["schemas"]["Error"];
                };
            };
            424: components["responses"]["EMAIL_OTP_CREDENTIAL_SYNC_FAILED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createCustomerKycLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "redirectUri": "https://platform.example.com/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["KycLinkCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kycUrl": "text",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "provider": "SUMSUB",
                     *       "token": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["KycLinkResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listBeneficialOwners: {
        parameters: {
            query: {
                customerId: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "BeneficialOwner:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "roles": [
                     *             "UBO"
                     *           ],
                     *           "ownershipPercentage": 0,
                     *           "personalInfo": {
                     *             "firstName": "Ada",
                     *             "middleName": "text",
                     *             "lastName": "Lovelace",
                     *             "birthDate": "1990-12-10",
                     *             "nationality": "US",
                     *             "email": "customer@example.com",
                     *             "address": {
                     *               "line1": "1 Main Street",
                     *               "line2": "text",
                     *               "city": "text",
                     *               "state": "text",
                     *               "postalCode": "10001",
                     *               "country": "US"
                     *             },
                     *             "idType": "SSN",
                     *             "countryOfIssuance": "US"
                     *           },
                     *           "kycStatus": "UNVERIFIED",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficialOwnerListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createBeneficialOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerId": "text",
                 *       "roles": [
                 *         "UBO"
                 *       ],
                 *       "ownershipPercentage": 0,
                 *       "personalInfo": {
                 *         "firstName": "Ada",
                 *         "middleName": "text",
                 *         "lastName": "Lovelace",
                 *         "birthDate": "1990-12-10",
                 *         "nationality": "US",
                 *         "email": "customer@example.com",
                 *         "address": {
                 *           "line1": "1 Main Street",
                 *           "line2": "text",
                 *           "city": "text",
                 *           "state": "text",
                 *           "postalCode": "10001",
                 *           "country": "US"
                 *         },
                 *         "idType": "SSN",
                 *         "countryOfIssuance": "US",
                 *         "identifier": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BeneficialOwnerCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "BeneficialOwner:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "roles": [
                     *         "UBO"
                     *       ],
                     *       "ownershipPercentage": 0,
                     *       "personalInfo": {
                     *         "firstName": "Ada",
                     *         "middleName": "text",
                     *         "lastName": "Lovelace",
                     *         "birthDate": "1990-12-10",
                     *         "nationality": "US",
                     *         "email": "customer@example.com",
                     *         "address": {
                     *           "line1": "1 Main Street",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "postalCode": "10001",
                     *           "country": "US"
                     *         },
                     *         "idType": "SSN",
                     *         "countryOfIssuance": "US"
                     *       },
                     *       "kycStatus": "UNVERIFIED",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficialOwner"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getBeneficialOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                beneficialOwnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "BeneficialOwner:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "roles": [
                     *         "UBO"
                     *       ],
                     *       "ownershipPercentage": 0,
                     *       "personalInfo": {
                     *         "firstName": "Ada",
                     *         "middleName": "text",
                     *         "lastName": "Lovelace",
                     *         "birthDate": "1990-12-10",
                     *         "nationality": "US",
                     *         "email": "customer@example.com",
                     *         "address": {
                     *           "line1": "1 Main Street",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "postalCode": "10001",
                     *           "country": "US"
                     *         },
                     *         "idType": "SSN",
                     *         "countryOfIssuance": "US"
                     *       },
                     *       "kycStatus": "UNVERIFIED",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficialOwner"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateBeneficialOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                beneficialOwnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roles": [
                 *         "UBO"
                 *       ],
                 *       "ownershipPercentage": 0,
                 *       "personalInfo": {
                 *         "firstName": "Ada",
                 *         "middleName": "text",
                 *         "lastName": "Lovelace",
                 *         "birthDate": "1990-12-10",
                 *         "nationality": "US",
                 *         "email": "customer@example.com",
                 *         "address": {
                 *           "line1": "1 Main Street",
                 *           "line2": "text",
                 *           "city": "text",
                 *           "state": "text",
                 *           "postalCode": "10001",
                 *           "country": "US"
                 *         },
                 *         "idType": "SSN",
                 *         "countryOfIssuance": "US",
                 *         "identifier": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BeneficialOwnerUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "BeneficialOwner:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "roles": [
                     *         "UBO"
                     *       ],
                     *       "ownershipPercentage": 0,
                     *       "personalInfo": {
                     *         "firstName": "Ada",
                     *         "middleName": "text",
                     *         "lastName": "Lovelace",
                     *         "birthDate": "1990-12-10",
                     *         "nationality": "US",
                     *         "email": "customer@example.com",
                     *         "address": {
                     *           "line1": "1 Main Street",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "postalCode": "10001",
                     *           "country": "US"
                     *         },
                     *         "idType": "SSN",
                     *         "countryOfIssuance": "US"
                     *       },
                     *       "kycStatus": "UNVERIFIED",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficialOwner"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listVerifications: {
        parameters: {
            query?: {
                customerId?: string;
                verificationStatus?: components["schemas"]["VerificationStatus"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Verification:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "verificationStatus": "RESOLVE_ERRORS",
                     *           "errors": [
                     *             {
                     *               "resourceId": "text",
                     *               "type": "MISSING_FIELD",
                     *               "field": "text",
                     *               "acceptedDocumentTypes": [
                     *                 "text"
                     *               ],
                     *               "reason": "text"
                     *             }
                     *           ],
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerId": "text"
                 *     }
                 */
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Verification:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "verificationStatus": "RESOLVE_ERRORS",
                     *       "errors": [
                     *         {
                     *           "resourceId": "text",
                     *           "type": "MISSING_FIELD",
                     *           "field": "text",
                     *           "acceptedDocumentTypes": [
                     *             "text"
                     *           ],
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                verificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Verification:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "verificationStatus": "RESOLVE_ERRORS",
                     *       "errors": [
                     *         {
                     *           "resourceId": "text",
                     *           "type": "MISSING_FIELD",
                     *           "field": "text",
                     *           "acceptedDocumentTypes": [
                     *             "text"
                     *           ],
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendCustomerEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmCustomerEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ContactVerificationConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendCustomerPhoneVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmCustomerPhoneVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ContactVerificationConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listScaFactors: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "factors": [
                     *         {
                     *           "factor": "SMS_OTP",
                     *           "credentialId": "text",
                     *           "name": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ScaFactorList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startScaFactorEnrollment: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "TOTP"
                 *     }
                 */
                "application/json": components["schemas"]["ScaFactorEnrollRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "TOTP",
                     *       "secret": "text",
                     *       "secretBase32Encoded": "text",
                     *       "totpUri": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaFactorEnrollStart"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `PASSKEY_ALREADY_ENROLLED`: A passkey is already enrolled.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "SCA_SESSION_REQUIRED" | "PASSKEY_ALREADY_ENROLLED";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmScaFactorEnrollment: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "TOTP",
                 *       "secret": "text",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ScaFactorConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "TOTP",
                     *       "recoveryCodes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ScaFactorConfirmResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `PASSKEY_ALREADY_ENROLLED`: A passkey is already enrolled.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "SCA_SESSION_REQUIRED" | "PASSKEY_ALREADY_ENROLLED";
                    } & components["schemas"]["Error"];
                };
            };
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteScaFactor: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `USER_NOT_FOUND`: No such customer.
             *
             *     `REFERENCE_NOT_FOUND`: No such object or path.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_FOUND",
                     *       "reason": "No such customer.",
                     *       "status": 404,
                     *       "message": "No such customer."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_FOUND" | "REFERENCE_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `SCA_SESSION_REQUIRED`: The customer must log in again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "SCA_SESSION_REQUIRED";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startScaLogin: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "factor": "SMS_OTP"
                 *     }
                 */
                "application/json": components["schemas"]["ScaLoginStartRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "factor": "SMS_OTP",
                     *       "challengeId": "text",
                     *       "expiresAt": "2025-10-13T12:00:00Z",
                     *       "passkeyOptions": {},
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "relyingPartyId": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaLoginStart"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    completeScaLogin: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "factor": "SMS_OTP",
                 *       "endUserIpAddress": "203.0.113.7",
                 *       "challengeId": "text",
                 *       "code": "text",
                 *       "passkeyAssertion": {},
                 *       "origin": "text"
                 *     }
                 */
                "application/json": components["schemas"]["ScaLoginCompleteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCESS",
                     *       "sessionExpiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaLoginComplete"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recordSecurityEvent: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "RESET_PASSWORD_COMPLETED"
                 *     }
                 */
                "application/json": components["schemas"]["RecordSecurityEventRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventType": "RESET_PASSWORD_COMPLETED",
                     *       "suspended": true,
                     *       "lockedUntil": "2025-10-13T12:00:00Z",
                     *       "failedAttempts": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RecordSecurityEventResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startTwoFactorReset: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "factor": "SMS_OTP"
                 *     }
                 */
                "application/json": components["schemas"]["TwoFactorResetStartRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resetId": "ScaReset:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "livenessAccessToken": "text",
                     *       "verificationLink": "text",
                     *       "expiresAt": "2025-10-13T12:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactorResetStart"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTwoFactorResetStatus: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path: {
                resetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "INITIATED",
                     *       "factor": "SMS_OTP",
                     *       "enrollmentStatus": "PENDING",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2025-10-13T12:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactorResetStatus"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `USER_NOT_FOUND`: No such customer.
             *
             *     `REFERENCE_NOT_FOUND`: No such object or path.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_FOUND",
                     *       "reason": "No such customer.",
                     *       "status": 404,
                     *       "message": "No such customer."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_FOUND" | "REFERENCE_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    completeTwoFactorReset: {
        parameters: {
            query: {
                customerId: string;
            };
            header?: never;
            path: {
                resetId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "mobile": {
                 *         "countryCode": "+49",
                 *         "number": "1701234567"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TwoFactorResetCompleteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `USER_NOT_FOUND`: No such customer.
             *
             *     `REFERENCE_NOT_FOUND`: No such object or path.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_FOUND",
                     *       "reason": "No such customer.",
                     *       "status": 404,
                     *       "message": "No such customer."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_FOUND" | "REFERENCE_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    uploadCustomersCsv: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadCustomersCsvRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "BulkImport:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkCustomerImportJobAccepted"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getBulkCustomerImportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "BulkImport:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "progress": {
                     *         "total": 0,
                     *         "processed": 0,
                     *         "successful": 0,
                     *         "failed": 0
                     *       },
                     *       "errors": [
                     *         {
                     *           "correlationId": "text",
                     *           "code": "INVALID_INPUT",
                     *           "message": "text",
                     *           "details": {
                     *             "row": 0,
                     *             "errors": [
                     *               {
                     *                 "field": "text",
                     *                 "constraint": "text",
                     *                 "message": "text"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "completedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkCustomerImportJob"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["BULK_UPLOAD_JOB_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listBulkCustomerImportErrors: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "correlationId": "text",
                     *           "code": "INVALID_INPUT",
                     *           "message": "text",
                     *           "details": {
                     *             "row": 0,
                     *             "errors": [
                     *               {
                     *                 "field": "text",
                     *                 "constraint": "text",
                     *                 "message": "text"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["BulkCustomerImportErrorList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["BULK_UPLOAD_JOB_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                documentHolder?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Document:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "documentHolder": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "documentType": "PASSPORT",
                     *           "side": "FRONT",
                     *           "country": "US",
                     *           "documentNumber": "text",
                     *           "issuingAuthority": "text",
                     *           "fileName": "passport.jpg",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentUploadRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Document:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "documentHolder": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "documentType": "PASSPORT",
                     *       "side": "FRONT",
                     *       "country": "US",
                     *       "documentNumber": "text",
                     *       "issuingAuthority": "text",
                     *       "fileName": "passport.jpg",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            /**
             * @description `LOW_QUALITY`: The document cannot be read well enough.
             *
             *     `DATA_MISMATCH`: The document does not match the data.
             *
             *     `EXPIRED`: The document is expired.
             *
             *     `SUSPECTED_FRAUD`: The document was refused.
             *
             *     `UNSUITABLE_DOCUMENT`: The document is of the wrong kind.
             *
             *     `INCOMPLETE`: The document is incomplete.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "LOW_QUALITY",
                     *       "reason": "The document cannot be read well enough.",
                     *       "status": 400,
                     *       "message": "The document cannot be read well enough."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "LOW_QUALITY" | "DATA_MISMATCH" | "EXPIRED" | "SUSPECTED_FRAUD" | "UNSUITABLE_DOCUMENT" | "INCOMPLETE" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["DOCUMENT_ALREADY_EXISTS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Document:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "documentHolder": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "documentType": "PASSPORT",
                     *       "side": "FRONT",
                     *       "country": "US",
                     *       "documentNumber": "text",
                     *       "issuingAuthority": "text",
                     *       "fileName": "passport.jpg",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    replaceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentReplaceRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Document:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "documentHolder": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "documentType": "PASSPORT",
                     *       "side": "FRONT",
                     *       "country": "US",
                     *       "documentNumber": "text",
                     *       "issuingAuthority": "text",
                     *       "fileName": "passport.jpg",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            /**
             * @description `LOW_QUALITY`: The document cannot be read well enough.
             *
             *     `DATA_MISMATCH`: The document does not match the data.
             *
             *     `EXPIRED`: The document is expired.
             *
             *     `SUSPECTED_FRAUD`: The document was refused.
             *
             *     `UNSUITABLE_DOCUMENT`: The document is of the wrong kind.
             *
             *     `INCOMPLETE`: The document is incomplete.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "LOW_QUALITY",
                     *       "reason": "The document cannot be read well enough.",
                     *       "status": 400,
                     *       "message": "The document cannot be read well enough."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "LOW_QUALITY" | "DATA_MISMATCH" | "EXPIRED" | "SUSPECTED_FRAUD" | "UNSUITABLE_DOCUMENT" | "INCOMPLETE" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["DOCUMENT_ALREADY_EXISTS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listInternalAccounts: {
        parameters: {
            query?: {
                customerId?: string;
                type?: components["schemas"]["InternalAccountType"];
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {
                     *               "instructionsNotes": "text",
                     *               "accountOrWalletInfo": {
                     *                 "accountType": "text",
                     *                 "payloadToSign": "text",
                     *                 "reference": "text",
                     *                 "address": "text",
                     *                 "assetType": "text"
                     *               }
                     *             }
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCustomerInternalAccounts: {
        parameters: {
            query?: {
                customerId?: string;
                type?: components["schemas"]["InternalAccountType"];
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {
                     *               "instructionsNotes": "text",
                     *               "accountOrWalletInfo": {
                     *                 "accountType": "text",
                     *                 "payloadToSign": "text",
                     *                 "reference": "text",
                     *                 "address": "text",
                     *                 "assetType": "text"
                     *               }
                     *             }
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPlatformInternalAccounts: {
        parameters: {
            query?: {
                currency?: string;
                type?: components["schemas"]["InternalAccountType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {
                     *               "instructionsNotes": "text",
                     *               "accountOrWalletInfo": {
                     *                 "accountType": "text",
                     *                 "payloadToSign": "text",
                     *                 "reference": "text",
                     *                 "address": "text",
                     *                 "assetType": "text"
                     *               }
                     *             }
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["InternalAccount"][];
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listBalanceHistory: {
        parameters: {
            query?: {
                accountId?: string;
                currency?: string;
                startDate?: string;
                endDate?: string;
                hours?: number;
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "currency": {
                     *             "code": "USDB",
                     *             "name": "USDB",
                     *             "symbol": "text",
                     *             "decimals": 6
                     *           },
                     *           "points": [
                     *             {
                     *               "at": "2026-01-15T09:30:00.000Z",
                     *               "balance": 0,
                     *               "totalBalance": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceHistory"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "privateEnabled": true
                 *     }
                 */
                "application/json": components["schemas"]["InternalAccountUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "INTERNAL_FIAT",
                     *       "status": "PENDING",
                     *       "balance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "totalBalance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "fundingPaymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "privateEnabled": true,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccount"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["WALLET_NOT_PROVISIONED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InternalAccountExportRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "encryptedWalletCredentials": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountExport"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCustomerExternalAccounts: {
        parameters: {
            query?: {
                currency?: string;
                customerId?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createCustomerExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExternalAccountCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /**
             * @description `INVALID_BANK_ACCOUNT`: The bank account is not valid.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_BANK_ACCOUNT",
                     *       "reason": "The bank account is not valid.",
                     *       "status": 400,
                     *       "message": "The bank account is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_BANK_ACCOUNT" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["DUPLICATE_EXTERNAL_ACCOUNT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCustomerExternalAccountById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteCustomerExternalAccountById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["BENEFICIARY_TRUSTED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createExternalAccountOwnershipChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "WALLET_SIGNATURE"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipChallengeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "method": "WALLET_SIGNATURE",
                     *       "messageToSign": "text",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnershipChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    verifyExternalAccountOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signature": "text",
                 *       "signatureScheme": "bip137"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipVerifyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startBeneficiaryTrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryTrustStart"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmBeneficiaryTrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challengeId": "text",
                 *       "code": "text",
                 *       "passkeyAssertion": {},
                 *       "origin": "text"
                 *     }
                 */
                "application/json": components["schemas"]["BeneficiaryTrustConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "trusted": true
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryTrustConfirm"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startBeneficiaryUntrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryTrustStart"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmBeneficiaryUntrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challengeId": "text",
                 *       "code": "text",
                 *       "passkeyAssertion": {},
                 *       "origin": "text"
                 *     }
                 */
                "application/json": components["schemas"]["BeneficiaryTrustConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "trusted": true
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryTrustConfirm"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPlatformExternalAccounts: {
        parameters: {
            query?: {
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createPlatformExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformExternalAccountCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /**
             * @description `INVALID_BANK_ACCOUNT`: The bank account is not valid.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_BANK_ACCOUNT",
                     *       "reason": "The bank account is not valid.",
                     *       "status": 400,
                     *       "message": "The bank account is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_BANK_ACCOUNT" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            409: components["responses"]["DUPLICATE_EXTERNAL_ACCOUNT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPlatformExternalAccountById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deletePlatformExternalAccountById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createPlatformExternalAccountOwnershipChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "WALLET_SIGNATURE"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipChallengeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "method": "WALLET_SIGNATURE",
                     *       "messageToSign": "text",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnershipChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    verifyPlatformExternalAccountOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signature": "text",
                 *       "signatureScheme": "bip137"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipVerifyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuthCredentials: {
        parameters: {
            query: {
                accountId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "PASSKEY",
                     *           "nickname": "ada@example.com",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "credentialId": "text",
                     *           "otpEncryptionTargetBundle": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthMethodList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createAuthCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL_OTP",
                 *       "accountId": "text"
                 *     }
                 */
                "application/json": components["schemas"]["AuthCredentialCreateRequest"];
            };
        };
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "credentialId": "text",
                     *       "otpEncryptionTargetBundle": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthMethod"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`: The account already has an EMAIL_OTP credential.
             *
             *     `SMS_OTP_CREDENTIAL_ALREADY_EXISTS`: The account already has an SMS_OTP credential.
             *
             *     `PASSKEY_CREDENTIAL_ALREADY_EXISTS`: The passkey is already registered.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "SMS_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: The email belongs to a credential.
             *
             *     `SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS`: The number belongs to a credential.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeAuthCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    challengeAuthCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AuthCredentialChallengeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "credentialId": "text",
                     *       "otpEncryptionTargetBundle": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyAuthChallenge"] | components["schemas"]["AuthMethod"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    verifyAuthCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL_OTP",
                 *       "encryptedOtpBundle": "text"
                 *     }
                 */
                "application/json": components["schemas"]["AuthCredentialVerifyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "encryptedSessionSigningKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthSession"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    unlockAuthCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "credentialId": "text",
                     *       "otpEncryptionTargetBundle": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthMethod"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuthSessions: {
        parameters: {
            query: {
                accountId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "PASSKEY",
                     *           "nickname": "ada@example.com",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "expiresAt": "2026-01-15T09:30:00.000Z",
                     *           "encryptedSessionSigningKey": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthSessionList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    refreshAuthSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthSessionRefreshRequest"];
            };
        };
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "encryptedSessionSigningKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthSession"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeAuthSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDelegatedKeys: {
        parameters: {
            query?: {
                accountId?: string;
                fundingSourceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example DelegatedKey:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                            id: string;
                            /** @example Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                            cardId: string;
                            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                            fundingSourceId: string;
                            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                            accountId: string;
                            /** @description Compressed P-256 key. The private half never leaves the service. */
                            publicKey: string;
                            nickname: string;
                            /** @enum {string} */
                            status: "PENDING" | "ACTIVE" | "REVOKED";
                            /**
                             * Format: date-time
                             * @example 2026-01-15T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-15T09:30:00.000Z
                             */
                            updatedAt: string;
                        }[];
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createDelegatedKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardId": "text",
                 *       "internalAccountId": "text",
                 *       "nickname": "text"
                 *     }
                 */
                "application/json": {
                    cardId: string;
                    internalAccountId: string;
                    nickname: string;
                };
            };
        };
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example DelegatedKey:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        id: string;
                        /** @example Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        cardId: string;
                        /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        fundingSourceId: string;
                        /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        accountId: string;
                        /** @description Compressed P-256 key. The private half never leaves the service. */
                        publicKey: string;
                        nickname: string;
                        /** @enum {string} */
                        status: "PENDING" | "ACTIVE" | "REVOKED";
                        /**
                         * Format: date-time
                         * @example 2026-01-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-15T09:30:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "SCA_SESSION_REQUIRED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDelegatedKeyById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example DelegatedKey:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        id: string;
                        /** @example Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        cardId: string;
                        /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        fundingSourceId: string;
                        /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        accountId: string;
                        /** @description Compressed P-256 key. The private half never leaves the service. */
                        publicKey: string;
                        nickname: string;
                        /** @enum {string} */
                        status: "PENDING" | "ACTIVE" | "REVOKED";
                        /**
                         * Format: date-time
                         * @example 2026-01-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-15T09:30:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeDelegatedKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createTransferIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": {
                 *         "accountId": "text"
                 *       },
                 *       "destination": {
                 *         "accountId": "text"
                 *       },
                 *       "amount": 10000
                 *     }
                 */
                "application/json": components["schemas"]["TransferInRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "INVALID_CURRENCY" | "QUOTE_EXPIRED" | "INVALID_AMOUNT" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createTransferOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": {
                 *         "accountId": "text"
                 *       },
                 *       "destination": {
                 *         "accountId": "text",
                 *         "paymentRail": "text"
                 *       },
                 *       "amount": 10000,
                 *       "remittanceInformation": "text",
                 *       "purposeOfPayment": "GIFT"
                 *     }
                 */
                "application/json": components["schemas"]["TransferOutRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The destination must be verified first.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `AMOUNT_OUT_OF_RANGE`: The amount is out of range.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INVALID_CURRENCY" | "AMOUNT_OUT_OF_RANGE" | "QUOTE_EXPIRED" | "INVALID_AMOUNT" | "INSUFFICIENT_FUNDS" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `BANK_ACCOUNT_VALIDATION_PENDING`: The account is being validated.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    lookupUma: {
        parameters: {
            query?: {
                customerId?: string;
                senderUmaAddress?: string;
            };
            header?: never;
            path: {
                receiverUmaAddress: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receiverUmaAddress": "text",
                     *       "supportedCurrencies": [
                     *         {
                     *           "currency": {
                     *             "code": "USDB",
                     *             "name": "USDB",
                     *             "symbol": "text",
                     *             "decimals": 6
                     *           },
                     *           "estimatedExchangeRate": 1.16550117,
                     *           "min": 1,
                     *           "max": 85728200
                     *         }
                     *       ],
                     *       "requiredPayerDataFields": [
                     *         {
                     *           "name": "FULL_NAME",
                     *           "mandatory": true
                     *         }
                     *       ],
                     *       "lookupId": "Lookup:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *     }
                     */
                    "application/json": {
                        receiverUmaAddress: string;
                        supportedCurrencies: components["schemas"]["CurrencyPreference"][];
                        requiredPayerDataFields?: components["schemas"]["CounterpartyFieldDefinition"][];
                        /** @example Lookup:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                        lookupId: string;
                    };
                };
            };
            /**
             * @description `INVALID_UMA_ADDRESS`: The UMA address is not valid.
             *
             *     `SELF_PAYMENT`: Source and destination are the same account.
             *
             *     `INVALID_RECEIVER`: The receiver is not valid.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_UMA_ADDRESS",
                     *       "reason": "The UMA address is not valid.",
                     *       "status": 400,
                     *       "message": "The UMA address is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_UMA_ADDRESS" | "SELF_PAYMENT" | "INVALID_RECEIVER" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `COUNTERPARTY_NOT_ALLOWED`: The counterparty is not enabled.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "COUNTERPARTY_NOT_ALLOWED",
                     *       "reason": "The counterparty is not enabled.",
                     *       "status": 403,
                     *       "message": "The counterparty is not enabled."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "COUNTERPARTY_NOT_ALLOWED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `USER_NOT_FOUND`: No such customer.
             *
             *     `UMA_NOT_FOUND`: No such UMA address.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_FOUND",
                     *       "reason": "No such customer.",
                     *       "status": 404,
                     *       "message": "No such customer."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_FOUND" | "UMA_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            424: components["responses"]["LNURLP_REQUEST_FAILED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    lookupExternalAccount: {
        parameters: {
            query?: {
                customerId?: string;
                senderUmaAddress?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "supportedCurrencies": [
                     *         {
                     *           "currency": {
                     *             "code": "USDB",
                     *             "name": "USDB",
                     *             "symbol": "text",
                     *             "decimals": 6
                     *           },
                     *           "estimatedExchangeRate": 1.16550117,
                     *           "min": 1,
                     *           "max": 85728200
                     *         }
                     *       ],
                     *       "requiredPayerDataFields": [
                     *         {
                     *           "name": "FULL_NAME",
                     *           "mandatory": true
                     *         }
                     *       ],
                     *       "lookupId": "Lookup:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiverExternalAccountLookupResponse"];
                };
            };
            /**
             * @description `INVALID_UMA_ADDRESS`: The UMA address is not valid.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_UMA_ADDRESS",
                     *       "reason": "The UMA address is not valid.",
                     *       "status": 400,
                     *       "message": "The UMA address is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_UMA_ADDRESS" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `USER_NOT_FOUND`: No such customer.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "USER_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    estimateCryptoWithdrawalFee: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internalAccountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                 *       "currency": "USDC",
                 *       "cryptoNetwork": "SOLANA",
                 *       "amount": 5000000,
                 *       "destinationAddress": "8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH"
                 *     }
                 */
                "application/json": components["schemas"]["EstimateCryptoWithdrawalFeeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "networkFee": 0,
                     *       "networkFeeAsset": "SOL",
                     *       "applicationFee": 10000,
                     *       "totalFee": 10000,
                     *       "netAmount": 4990000
                     *     }
                     */
                    "application/json": components["schemas"]["EstimateCryptoWithdrawalFeeResponse"];
                };
            };
            /**
             * @description `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_CURRENCY",
                     *       "reason": "The currency is not supported here.",
                     *       "status": 400,
                     *       "message": "The currency is not supported here."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_CURRENCY" | "INVALID_AMOUNT" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "QUOTE_RATE_UNAVAILABLE" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lookupId": "text",
                 *       "source": {
                 *         "sourceType": "ACCOUNT",
                 *         "accountId": "text",
                 *         "customerId": "text"
                 *       },
                 *       "destination": {
                 *         "destinationType": "ACCOUNT",
                 *         "accountId": "text",
                 *         "paymentRail": "text"
                 *       },
                 *       "lockedCurrencySide": "SENDING",
                 *       "lockedCurrencyAmount": 5000000,
                 *       "immediatelyExecute": true,
                 *       "description": "text",
                 *       "remittanceInformation": "text",
                 *       "purposeOfPayment": "GIFT",
                 *       "platformFeeOverride": {
                 *         "platformFixedFee": {
                 *           "amount": 0,
                 *           "currency": "USD"
                 *         },
                 *         "platformVariableFeeBps": 0
                 *       },
                 *       "scaFactor": "SMS_OTP",
                 *       "senderCustomerInfo": {}
                 *     }
                 */
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The destination must be verified first.
             *
             *     `SELF_PAYMENT`: Source and destination are the same account.
             *
             *     `INVALID_RECEIVER`: The receiver is not valid.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `SENDER_NOT_ACCEPTED`: The receiver does not accept this sender.
             *
             *     `MISSING_REQUIRED_UMA_PARAMETERS`: UMA parameters are missing.
             *
             *     `AMOUNT_OUT_OF_RANGE`: The amount is out of range.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "SELF_PAYMENT" | "INVALID_RECEIVER" | "INVALID_CURRENCY" | "SENDER_NOT_ACCEPTED" | "MISSING_REQUIRED_UMA_PARAMETERS" | "AMOUNT_OUT_OF_RANGE" | "INVALID_AMOUNT" | "QUOTE_EXPIRED" | "INSUFFICIENT_FUNDS" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `USER_NOT_FOUND`: No such customer.
             *
             *     `LOOKUP_REQUEST_NOT_FOUND`: No such lookup.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "USER_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `BANK_ACCOUNT_VALIDATION_PENDING`: The account is being validated.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "WALLET_NOT_PROVISIONED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getQuoteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["QUOTE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    executeQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
            };
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "scaFactor": "SMS_OTP"
                 *     }
                 */
                "application/json": components["schemas"]["ExecuteQuoteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "QUOTE_EXPIRED",
                     *       "reason": "The quote is expired; make a new one.",
                     *       "status": 400,
                     *       "message": "The quote is expired; make a new one."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "QUOTE_EXPIRED" | "INSUFFICIENT_FUNDS" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["QUOTE_NOT_FOUND"];
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    authorizeQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "text",
                 *       "passkeyAssertion": {},
                 *       "origin": "text",
                 *       "endUserIpAddress": "text"
                 *     }
                 */
                "application/json": components["schemas"]["ScaAuthorization"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["QUOTE_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `SCA_SESSION_REQUIRED`: The customer must log in again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "SCA_SESSION_REQUIRED";
                    } & components["schemas"]["Error"];
                };
            };
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resendQuoteScaCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["QUOTE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                customerId?: string;
                platformCustomerId?: string;
                accountIdentifier?: string;
                senderAccountIdentifier?: string;
                receiverAccountIdentifier?: string;
                status?: components["schemas"]["AnyTransactionStatus"];
                type?: components["schemas"]["TransactionType"];
                reference?: string;
                startDate?: string;
                endDate?: string;
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTransactionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionOneOf"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactionTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2026-01-15T09:30:00.000Z",
                     *           "what": "text",
                     *           "attempt": 1,
                     *           "nextActor": "text",
                     *           "waitsFor": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TimelineEntry"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmReceiptDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "receiptDeliveryConfirmedAt": "2026-01-15T09:30:00.000Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    receiptDeliveryConfirmedAt?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    approvePendingPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "receiverCustomerInfo": {}
                 *     }
                 */
                "application/json": {
                    receiverCustomerInfo?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            409: components["responses"]["TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rejectPendingPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "text"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            409: components["responses"]["TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "text"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            409: components["responses"]["TRANSACTION_NOT_CANCELLABLE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactionLedgerEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "step": "hold",
                     *           "kind": "POSTED",
                     *           "amount": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "debit": {
                     *             "kind": "INTERNAL_ACCOUNT",
                     *             "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *           },
                     *           "credit": {
                     *             "kind": "INTERNAL_ACCOUNT",
                     *             "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *           },
                     *           "createdAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LedgerEntry"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                type?: ("TEST" | "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PENDING_AUTHORIZATION" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "INCOMING_PAYMENT.REFUND_PENDING" | "INCOMING_PAYMENT.REFUND_COMPLETED" | "INCOMING_PAYMENT.REFUND_FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "AGENT_ACTION.PENDING_APPROVAL" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED")[];
                subject?: string;
                status?: components["schemas"]["WebhookEventStatus"];
                startDate?: string;
                endDate?: string;
                withRequest?: boolean;
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "OUTGOING_PAYMENT.COMPLETED",
                     *           "subject": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "status": "PENDING",
                     *           "timestamp": "2026-01-15T09:30:00.000Z",
                     *           "request": {
                     *             "headers": {},
                     *             "body": "text"
                     *           }
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEventList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "OUTGOING_PAYMENT.COMPLETED",
                     *       "subject": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "timestamp": "2026-01-15T09:30:00.000Z",
                     *       "request": {
                     *         "headers": {},
                     *         "body": "text"
                     *       },
                     *       "deliveries": [
                     *         {
                     *           "id": "WebhookDelivery:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "eventId": "Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "OUTGOING_PAYMENT.COMPLETED",
                     *           "subject": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "endpoint": "text",
                     *           "status": "PENDING",
                     *           "isRedelivery": true,
                     *           "attempts": 0,
                     *           "lastResponseStatus": 1,
                     *           "lastError": "text",
                     *           "nextAttemptAt": "2026-01-15T09:30:00.000Z",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "lastResponseBody": "text",
                     *           "attemptLog": [
                     *             {
                     *               "number": 1,
                     *               "at": "2026-01-15T09:30:00.000Z",
                     *               "durationMs": 0,
                     *               "responseStatus": 1,
                     *               "error": "text"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEventDetails"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                eventId?: string;
                type?: ("TEST" | "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PENDING_AUTHORIZATION" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "INCOMING_PAYMENT.REFUND_PENDING" | "INCOMING_PAYMENT.REFUND_COMPLETED" | "INCOMING_PAYMENT.REFUND_FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "AGENT_ACTION.PENDING_APPROVAL" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED")[];
                subject?: string;
                status?: components["schemas"]["WebhookDeliveryStatus"];
                isRedelivery?: boolean;
                startDate?: string;
                endDate?: string;
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "WebhookDelivery:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "eventId": "Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "OUTGOING_PAYMENT.COMPLETED",
                     *           "subject": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "endpoint": "text",
                     *           "status": "PENDING",
                     *           "isRedelivery": true,
                     *           "attempts": 0,
                     *           "lastResponseStatus": 1,
                     *           "lastError": "text",
                     *           "nextAttemptAt": "2026-01-15T09:30:00.000Z",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    redeliverWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "WebhookDelivery:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "eventId": "Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "OUTGOING_PAYMENT.COMPLETED",
                     *       "subject": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "endpoint": "text",
                     *       "status": "PENDING",
                     *       "isRedelivery": true,
                     *       "attempts": 0,
                     *       "lastResponseStatus": 1,
                     *       "lastError": "text",
                     *       "nextAttemptAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description `WEBHOOK_ENDPOINT_NOT_SET`: No webhook endpoint is configured.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WEBHOOK_ENDPOINT_NOT_SET",
                     *       "reason": "No webhook endpoint is configured.",
                     *       "status": 400,
                     *       "message": "No webhook endpoint is configured."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WEBHOOK_ENDPOINT_NOT_SET" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    redeliverWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "startDate": "2026-01-15T09:30:00.000Z",
                 *       "endDate": "2026-01-15T09:30:00.000Z",
                 *       "types": [
                 *         "TEST"
                 *       ],
                 *       "failedOnly": true,
                 *       "limit": 1000,
                 *       "cursor": "text"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    startDate?: string;
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    endDate?: string;
                    types?: ("TEST" | "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PENDING_AUTHORIZATION" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "INCOMING_PAYMENT.REFUND_PENDING" | "INCOMING_PAYMENT.REFUND_COMPLETED" | "INCOMING_PAYMENT.REFUND_FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "AGENT_ACTION.PENDING_APPROVAL" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED")[];
                    /** @default true */
                    failedOnly?: boolean;
                    /** @default 1000 */
                    limit?: number;
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 0,
                     *       "hasMore": true,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRedelivery"];
                };
            };
            /**
             * @description `WEBHOOK_ENDPOINT_NOT_SET`: No webhook endpoint is configured.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WEBHOOK_ENDPOINT_NOT_SET",
                     *       "reason": "No webhook endpoint is configured.",
                     *       "status": 400,
                     *       "message": "No webhook endpoint is configured."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WEBHOOK_ENDPOINT_NOT_SET" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getExchangeRates: {
        parameters: {
            query?: {
                sourceCurrency?: string;
                destinationCurrency?: string[];
                sendingAmount?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "sourceCurrency": {
                     *             "code": "USDB",
                     *             "name": "USDB",
                     *             "symbol": "text",
                     *             "decimals": 6
                     *           },
                     *           "destinationCurrency": {
                     *             "code": "USDB",
                     *             "name": "USDB",
                     *             "symbol": "text",
                     *             "decimals": 6
                     *           },
                     *           "destinationPaymentRail": "SEPA",
                     *           "minSendingAmount": 12,
                     *           "maxSendingAmount": 100000000,
                     *           "sendingAmount": 10000,
                     *           "receivingAmount": 8555,
                     *           "exchangeRate": 1.16648121,
                     *           "fees": {
                     *             "fixed": 10,
                     *             "total": 35
                     *           },
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExchangeRateListResponse"];
                };
            };
            /**
             * @description `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "QUOTE_RATE_UNAVAILABLE",
                     *       "reason": "There is no rate for this corridor now.",
                     *       "status": 400,
                     *       "message": "There is no rate for this corridor now."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "QUOTE_RATE_UNAVAILABLE" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDiscoveries: {
        parameters: {
            query?: {
                country?: string;
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "bankName": "Access Bank",
                     *           "displayName": "Access Bank PLC",
                     *           "country": "NG",
                     *           "currency": "NGN"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DiscoveryListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAvailableUmaProviders: {
        parameters: {
            query?: {
                countryCode?: string;
                currencyCode?: string;
                hasBlockedProviders?: boolean;
                limit?: number;
                cursor?: string;
                sortOrder?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "Bank One",
                     *           "domain": "bank-one.example",
                     *           "supportedRegions": [
                     *             "US"
                     *           ],
                     *           "supportedCurrencies": [
                     *             {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           ],
                     *           "logoUrl": "https://platform.example.com/webhooks",
                     *           "lei": "text",
                     *           "allowListStatus": true
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["UmaProviderListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listVasps: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "vaspName": "Kraken",
                     *           "url": "https://platform.example.com/webhooks"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["VaspListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inviterUma": "$ada@platform.example",
                 *       "firstName": "Grace",
                 *       "amountToSend": 5000000,
                 *       "expiresAt": "2026-01-15T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["UmaInvitationCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "pN3vQ0cJr6m1xGk2aZ8yTw",
                     *       "url": "text",
                     *       "status": "PENDING",
                     *       "inviterUma": "$ada@platform.example",
                     *       "inviteeUma": "$ada@platform.example",
                     *       "firstName": "text",
                     *       "amountToSend": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "claimedAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            /**
             * @description `INVITATIONS_NOT_CONFIGURED`: Invitations are not configured.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVITATIONS_NOT_CONFIGURED",
                     *       "reason": "Invitations are not configured.",
                     *       "status": 400,
                     *       "message": "Invitations are not configured."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVITATIONS_NOT_CONFIGURED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "pN3vQ0cJr6m1xGk2aZ8yTw",
                     *       "url": "text",
                     *       "status": "PENDING",
                     *       "inviterUma": "$ada@platform.example",
                     *       "inviteeUma": "$ada@platform.example",
                     *       "firstName": "text",
                     *       "amountToSend": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "claimedAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["INVITATION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    claimInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inviteeUma": "$ada@platform.example"
                 *     }
                 */
                "application/json": components["schemas"]["UmaInvitationClaimRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "pN3vQ0cJr6m1xGk2aZ8yTw",
                     *       "url": "text",
                     *       "status": "PENDING",
                     *       "inviterUma": "$ada@platform.example",
                     *       "inviteeUma": "$ada@platform.example",
                     *       "firstName": "text",
                     *       "amountToSend": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "claimedAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            /**
             * @description `INVITATION_ALREADY_CLAIMED`: The invitation is already claimed.
             *
             *     `INVITATION_CANCELLED`: The invitation is cancelled.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVITATION_ALREADY_CLAIMED",
                     *       "reason": "The invitation is already claimed.",
                     *       "status": 400,
                     *       "message": "The invitation is already claimed."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVITATION_ALREADY_CLAIMED" | "INVITATION_CANCELLED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["INVITATION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "pN3vQ0cJr6m1xGk2aZ8yTw",
                     *       "url": "text",
                     *       "status": "PENDING",
                     *       "inviterUma": "$ada@platform.example",
                     *       "inviteeUma": "$ada@platform.example",
                     *       "firstName": "text",
                     *       "amountToSend": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "claimedAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVITATION_ALREADY_CLAIMED`: The invitation is already claimed.
             *
             *     `INVITATION_CANCELLED`: The invitation is cancelled.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVITATION_ALREADY_CLAIMED" | "INVITATION_CANCELLED" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["INVITATION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCards: {
        parameters: {
            query?: {
                cardholderId?: string;
                accountId?: string;
                platformCardId?: string;
                state?: components["schemas"]["CardState"];
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "cardholderId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "platformCardId": "text",
                     *           "state": "PENDING_KYC",
                     *           "stateReason": "ISSUER_REJECTED",
                     *           "brand": "VISA",
                     *           "form": "VIRTUAL",
                     *           "last4": "text",
                     *           "expMonth": 1,
                     *           "expYear": 1,
                     *           "fundingSources": [
                     *             "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *           ],
                     *           "maxSpendPerTransaction": 1,
                     *           "currency": "USDB",
                     *           "processorRef": "text",
                     *           "issuerRef": "text",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["CardListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardholderId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                 *       "platformCardId": "text",
                 *       "threeDSecurePassword": "text",
                 *       "form": "VIRTUAL",
                 *       "fundingSources": [
                 *         "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                 *       ],
                 *       "maxSpendPerTransaction": 1
                 *     }
                 */
                "application/json": components["schemas"]["CardCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "cardholderId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "platformCardId": "text",
                     *       "state": "PENDING_KYC",
                     *       "stateReason": "ISSUER_REJECTED",
                     *       "brand": "VISA",
                     *       "form": "VIRTUAL",
                     *       "last4": "text",
                     *       "expMonth": 1,
                     *       "expYear": 1,
                     *       "fundingSources": [
                     *         "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *       ],
                     *       "maxSpendPerTransaction": 1,
                     *       "currency": "USDB",
                     *       "processorRef": "text",
                     *       "issuerRef": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Card"];
                };
            };
            /**
             * @description `CARDHOLDER_KYC_NOT_APPROVED`: The cardholder is not approved.
             *
             *     `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CARDHOLDER_KYC_NOT_APPROVED",
                     *       "reason": "The cardholder is not approved.",
                     *       "status": 400,
                     *       "message": "The cardholder is not approved."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CARDHOLDER_KYC_NOT_APPROVED" | "MISSING_MANDATORY_USER_INFO" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `CARD_LIMIT_REACHED`: No more cards are allowed.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "CARD_LIMIT_REACHED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCardById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "cardholderId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "platformCardId": "text",
                     *       "state": "PENDING_KYC",
                     *       "stateReason": "ISSUER_REJECTED",
                     *       "brand": "VISA",
                     *       "form": "VIRTUAL",
                     *       "last4": "text",
                     *       "expMonth": 1,
                     *       "expYear": 1,
                     *       "fundingSources": [
                     *         "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *       ],
                     *       "maxSpendPerTransaction": 1,
                     *       "currency": "USDB",
                     *       "processorRef": "text",
                     *       "issuerRef": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Card"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateCardById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "ACTIVE",
                 *       "fundingSources": [
                 *         "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                 *       ],
                 *       "maxSpendPerTransaction": 1
                 *     }
                 */
                "application/json": components["schemas"]["CardUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Card:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "cardholderId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "platformCardId": "text",
                     *       "state": "PENDING_KYC",
                     *       "stateReason": "ISSUER_REJECTED",
                     *       "brand": "VISA",
                     *       "form": "VIRTUAL",
                     *       "last4": "text",
                     *       "expMonth": 1,
                     *       "expYear": 1,
                     *       "fundingSources": [
                     *         "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *       ],
                     *       "maxSpendPerTransaction": 1,
                     *       "currency": "USDB",
                     *       "processorRef": "text",
                     *       "issuerRef": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Card"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `INVALID_STATE_TRANSITION`: The state transition is not allowed.
             *
             *     `CARD_ALREADY_CLOSED`: The card is closed already.
             *
             *     `CARD_NOT_MUTABLE`: The card is closed.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_STATE_TRANSITION",
                     *       "reason": "The state transition is not allowed.",
                     *       "status": 409,
                     *       "message": "The state transition is not allowed."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_STATE_TRANSITION" | "CARD_ALREADY_CLOSED" | "CARD_NOT_MUTABLE" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revealCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "panEmbedUrl": "https://platform.example.com/webhooks",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CardRevealResponse"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listStablecoinProviderAccounts: {
        parameters: {
            query?: {
                provider?: components["schemas"]["StablecoinProvider"];
                status?: components["schemas"]["StablecoinProviderAccountStatus"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "provider": "BRALE",
                     *           "providerAccountId": "text",
                     *           "providerEnvironment": "SANDBOX",
                     *           "status": "ACTIVE",
                     *           "lastVerifiedAt": "2026-01-15T09:30:00.000Z",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinProviderAccountListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    linkStablecoinProviderAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "BRALE",
                 *       "apiClientId": "client-4711",
                 *       "apiClientSecret": "a-secret-of-the-provider",
                 *       "providerAccountId": "2VYDvZ1Y3XJ6wY4tq0cV8mQm3dN"
                 *     }
                 */
                "application/json": components["schemas"]["StablecoinProviderAccountLinkRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "provider": "BRALE",
                     *       "providerAccountId": "text",
                     *       "providerEnvironment": "SANDBOX",
                     *       "status": "ACTIVE",
                     *       "lastVerifiedAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinProviderAccount"];
                };
            };
            /**
             * @description `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The provider account is invalid.
             *
             *     `STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED`: Several provider accounts are linked; name one.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "STABLECOIN_PROVIDER_ACCOUNT_INVALID",
                     *       "reason": "The provider account is invalid.",
                     *       "status": 400,
                     *       "message": "The provider account is invalid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getStablecoinProviderAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stablecoinProviderAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "provider": "BRALE",
                     *       "providerAccountId": "text",
                     *       "providerEnvironment": "SANDBOX",
                     *       "status": "ACTIVE",
                     *       "lastVerifiedAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinProviderAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listStablecoins: {
        parameters: {
            query?: {
                issuanceStatus?: components["schemas"]["StablecoinIssuanceStatus"];
                serviceOperationsStatus?: components["schemas"]["StablecoinServiceOperationsStatus"];
                provider?: components["schemas"]["StablecoinProvider"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "name": "text",
                     *           "symbol": "ACME",
                     *           "baseCurrency": "USD",
                     *           "network": "SPARK",
                     *           "decimals": 6,
                     *           "issuanceStatus": "PENDING_REVIEW",
                     *           "serviceOperationsStatus": "NOT_ENABLED",
                     *           "networkTokenIdentifier": "btkn1acme",
                     *           "currency": "text",
                     *           "provider": "BRALE",
                     *           "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "providerEnvironment": "SANDBOX",
                     *           "providerTokenIdentifier": "ACME",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerStablecoin: {
        parameters: {
            query?: never;
            header: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "providerTokenIdentifier": "ACME",
                 *       "networkTokenIdentifier": "btkn1acme",
                 *       "network": "SPARK",
                 *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                 *     }
                 */
                "application/json": components["schemas"]["StablecoinRegisterRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "text",
                     *       "symbol": "ACME",
                     *       "baseCurrency": "USD",
                     *       "network": "SPARK",
                     *       "decimals": 6,
                     *       "issuanceStatus": "PENDING_REVIEW",
                     *       "serviceOperationsStatus": "NOT_ENABLED",
                     *       "networkTokenIdentifier": "btkn1acme",
                     *       "currency": "text",
                     *       "provider": "BRALE",
                     *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "providerEnvironment": "SANDBOX",
                     *       "providerTokenIdentifier": "ACME",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Stablecoin"];
                };
            };
            /**
             * @description `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The provider account is invalid.
             *
             *     `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The provider account is revoked.
             *
             *     `STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED`: Several provider accounts are linked; name one.
             *
             *     `STABLECOIN_VERIFICATION_FAILED`: The stablecoin was not verified.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "STABLECOIN_PROVIDER_ACCOUNT_INVALID",
                     *       "reason": "The provider account is invalid.",
                     *       "status": 400,
                     *       "message": "The provider account is invalid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_REVOKED" | "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED" | "STABLECOIN_VERIFICATION_FAILED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND"];
            /**
             * @description `STABLECOIN_SYMBOL_ALREADY_EXISTS`: The symbol is taken.
             *
             *     `STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS`: The token is taken.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "STABLECOIN_SYMBOL_ALREADY_EXISTS",
                     *       "reason": "The symbol is taken.",
                     *       "status": 409,
                     *       "message": "The symbol is taken."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "STABLECOIN_SYMBOL_ALREADY_EXISTS" | "STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getStablecoin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stablecoinId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "text",
                     *       "symbol": "ACME",
                     *       "baseCurrency": "USD",
                     *       "network": "SPARK",
                     *       "decimals": 6,
                     *       "issuanceStatus": "PENDING_REVIEW",
                     *       "serviceOperationsStatus": "NOT_ENABLED",
                     *       "networkTokenIdentifier": "btkn1acme",
                     *       "currency": "text",
                     *       "provider": "BRALE",
                     *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "providerEnvironment": "SANDBOX",
                     *       "providerTokenIdentifier": "ACME",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Stablecoin"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    requestStablecoinEnablement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stablecoinId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "text",
                     *       "symbol": "ACME",
                     *       "baseCurrency": "USD",
                     *       "network": "SPARK",
                     *       "decimals": 6,
                     *       "issuanceStatus": "PENDING_REVIEW",
                     *       "serviceOperationsStatus": "NOT_ENABLED",
                     *       "networkTokenIdentifier": "btkn1acme",
                     *       "currency": "text",
                     *       "provider": "BRALE",
                     *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "providerEnvironment": "SANDBOX",
                     *       "providerTokenIdentifier": "ACME",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Stablecoin"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createStablecoinMint: {
        parameters: {
            query?: never;
            header: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key": string;
            };
            path: {
                stablecoinId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "12500000",
                 *       "fundingSource": {
                 *         "type": "WIRE",
                 *         "externalAccountId": "text",
                 *         "accountId": "text",
                 *         "sourceTokenIdentifier": "text",
                 *         "cryptoNetwork": "text"
                 *       },
                 *       "destination": {
                 *         "accountId": "text"
                 *       },
                 *       "description": "text"
                 *     }
                 */
                "application/json": components["schemas"]["StablecoinMintRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "StablecoinOperation:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "stablecoinId": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "operationType": "MINT",
                     *       "status": "CREATED",
                     *       "amount": "12500000",
                     *       "provider": "BRALE",
                     *       "providerEnvironment": "SANDBOX",
                     *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "source": {
                     *         "type": "WIRE",
                     *         "externalAccountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "accountId": "text",
                     *         "sourceTokenIdentifier": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "fundingInstructions": {
                     *         "rail": "text",
                     *         "network": "text",
                     *         "address": "text",
                     *         "valueType": "text",
                     *         "beneficiaryName": "text",
                     *         "beneficiaryAddress": "text",
                     *         "bankName": "text",
                     *         "bankAddress": "text",
                     *         "accountNumber": "text",
                     *         "routingNumber": "text",
                     *         "memo": "text"
                     *       },
                     *       "destination": {
                     *         "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "rail": "WIRE"
                     *       },
                     *       "estimatedDelivery": {
                     *         "rail": "text",
                     *         "currency": "text",
                     *         "timing": "text"
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "providerStatus": "text",
                     *       "failureReason": "text",
                     *       "description": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinOperation"];
                };
            };
            /**
             * @description `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The provider account is invalid.
             *
             *     `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The provider account is revoked.
             *
             *     `STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED`: Operations are not enabled for this stablecoin.
             *
             *     `STABLECOIN_NOT_PROVISIONED`: The stablecoin is not provisioned.
             *
             *     `STABLECOIN_AMOUNT_NOT_REPRESENTABLE`: The amount has too many decimals.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED`: Account not supported.
             *
             *     `STABLECOIN_PROVIDER_ERROR`: The stablecoin provider refused.
             *
             *     `STABLECOIN_PROVIDER_SOURCE_NOT_LINKED`: The source is not linked.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `STABLECOIN_OPERATION_NOT_SUPPORTED`: Operation not supported.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED`: The account must be linked at the provider.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED`: A link method is required.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED`: The account is not linked.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED`: The link failed.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "STABLECOIN_PROVIDER_ACCOUNT_INVALID",
                     *       "reason": "The provider account is invalid.",
                     *       "status": 400,
                     *       "message": "The provider account is invalid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_REVOKED" | "STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED" | "STABLECOIN_NOT_PROVISIONED" | "STABLECOIN_AMOUNT_NOT_REPRESENTABLE" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED" | "STABLECOIN_PROVIDER_ERROR" | "STABLECOIN_PROVIDER_SOURCE_NOT_LINKED" | "INSUFFICIENT_FUNDS" | "STABLECOIN_OPERATION_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["DUPLICATE_PAY_REQUEST"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createStablecoinBurn: {
        parameters: {
            query?: never;
            header: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key": string;
            };
            path: {
                stablecoinId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "12500000",
                 *       "source": {
                 *         "type": "EXTERNAL_ACCOUNT",
                 *         "accountId": "text"
                 *       },
                 *       "destination": {
                 *         "type": "EXTERNAL_ACCOUNT",
                 *         "externalAccountId": "text",
                 *         "rail": "WIRE"
                 *       },
                 *       "description": "text"
                 *     }
                 */
                "application/json": components["schemas"]["StablecoinBurnRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "StablecoinOperation:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "stablecoinId": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "operationType": "MINT",
                     *       "status": "CREATED",
                     *       "amount": "12500000",
                     *       "provider": "BRALE",
                     *       "providerEnvironment": "SANDBOX",
                     *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "source": {
                     *         "type": "WIRE",
                     *         "externalAccountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "accountId": "text",
                     *         "sourceTokenIdentifier": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "fundingInstructions": {
                     *         "rail": "text",
                     *         "network": "text",
                     *         "address": "text",
                     *         "valueType": "text",
                     *         "beneficiaryName": "text",
                     *         "beneficiaryAddress": "text",
                     *         "bankName": "text",
                     *         "bankAddress": "text",
                     *         "accountNumber": "text",
                     *         "routingNumber": "text",
                     *         "memo": "text"
                     *       },
                     *       "destination": {
                     *         "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "rail": "WIRE"
                     *       },
                     *       "estimatedDelivery": {
                     *         "rail": "text",
                     *         "currency": "text",
                     *         "timing": "text"
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "providerStatus": "text",
                     *       "failureReason": "text",
                     *       "description": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinOperation"];
                };
            };
            /**
             * @description `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The provider account is invalid.
             *
             *     `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The provider account is revoked.
             *
             *     `STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED`: Operations are not enabled for this stablecoin.
             *
             *     `STABLECOIN_NOT_PROVISIONED`: The stablecoin is not provisioned.
             *
             *     `STABLECOIN_AMOUNT_NOT_REPRESENTABLE`: The amount has too many decimals.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED`: Account not supported.
             *
             *     `STABLECOIN_PROVIDER_ERROR`: The stablecoin provider refused.
             *
             *     `STABLECOIN_PROVIDER_SOURCE_NOT_LINKED`: The source is not linked.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `STABLECOIN_BURN_SOURCE_NOT_SUPPORTED`: Burn source not supported.
             *
             *     `STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED`: The link at the provider failed.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "STABLECOIN_PROVIDER_ACCOUNT_INVALID",
                     *       "reason": "The provider account is invalid.",
                     *       "status": 400,
                     *       "message": "The provider account is invalid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_REVOKED" | "STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED" | "STABLECOIN_NOT_PROVISIONED" | "STABLECOIN_AMOUNT_NOT_REPRESENTABLE" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED" | "STABLECOIN_PROVIDER_ERROR" | "STABLECOIN_PROVIDER_SOURCE_NOT_LINKED" | "INSUFFICIENT_FUNDS" | "STABLECOIN_BURN_SOURCE_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["DUPLICATE_PAY_REQUEST"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listStablecoinOperations: {
        parameters: {
            query?: {
                operationType?: components["schemas"]["StablecoinOperationType"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                stablecoinId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "StablecoinOperation:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "stablecoinId": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "operationType": "MINT",
                     *           "status": "CREATED",
                     *           "amount": "12500000",
                     *           "provider": "BRALE",
                     *           "providerEnvironment": "SANDBOX",
                     *           "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "source": {
                     *             "type": "WIRE",
                     *             "externalAccountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *             "accountId": "text",
                     *             "sourceTokenIdentifier": "text",
                     *             "cryptoNetwork": "text"
                     *           },
                     *           "fundingInstructions": {
                     *             "rail": "text",
                     *             "network": "text",
                     *             "address": "text",
                     *             "valueType": "text",
                     *             "beneficiaryName": "text",
                     *             "beneficiaryAddress": "text",
                     *             "bankName": "text",
                     *             "bankAddress": "text",
                     *             "accountNumber": "text",
                     *             "routingNumber": "text",
                     *             "memo": "text"
                     *           },
                     *           "destination": {
                     *             "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *             "rail": "WIRE"
                     *           },
                     *           "estimatedDelivery": {
                     *             "rail": "text",
                     *             "currency": "text",
                     *             "timing": "text"
                     *           },
                     *           "expiresAt": "2026-01-15T09:30:00.000Z",
                     *           "providerStatus": "text",
                     *           "failureReason": "text",
                     *           "description": "text",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinOperationListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getStablecoinOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stablecoinOperationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "StablecoinOperation:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "stablecoinId": "Stablecoin:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "operationType": "MINT",
                     *       "status": "CREATED",
                     *       "amount": "12500000",
                     *       "provider": "BRALE",
                     *       "providerEnvironment": "SANDBOX",
                     *       "stablecoinProviderAccountId": "StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "source": {
                     *         "type": "WIRE",
                     *         "externalAccountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "accountId": "text",
                     *         "sourceTokenIdentifier": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "fundingInstructions": {
                     *         "rail": "text",
                     *         "network": "text",
                     *         "address": "text",
                     *         "valueType": "text",
                     *         "beneficiaryName": "text",
                     *         "beneficiaryAddress": "text",
                     *         "bankName": "text",
                     *         "bankAddress": "text",
                     *         "accountNumber": "text",
                     *         "routingNumber": "text",
                     *         "memo": "text"
                     *       },
                     *       "destination": {
                     *         "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "rail": "WIRE"
                     *       },
                     *       "estimatedDelivery": {
                     *         "rail": "text",
                     *         "currency": "text",
                     *         "timing": "text"
                     *       },
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "providerStatus": "text",
                     *       "failureReason": "text",
                     *       "description": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StablecoinOperation"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxFundInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 10000000
                 *     }
                 */
                "application/json": {
                    /** @example 10000000 */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "INTERNAL_FIAT",
                     *       "status": "PENDING",
                     *       "balance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "totalBalance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "fundingPaymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "privateEnabled": true,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccount"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "END_USER_TERMS_NOT_ACCEPTED",
                     *       "reason": "The customer has not accepted the terms.",
                     *       "status": 403,
                     *       "message": "The customer has not accepted the terms."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "DUPLICATE_PAY_REQUEST" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quoteId": "text",
                 *       "currencyCode": "USD",
                 *       "currencyAmount": 100000
                 *     }
                 */
                "application/json": {
                    quoteId: string;
                    /**
                     * Format: currency
                     * @example USD
                     */
                    currencyCode: string;
                    /** @example 100000 */
                    currencyAmount?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_CURRENCY",
                     *       "reason": "The currency is not supported here.",
                     *       "status": 400,
                     *       "message": "The currency is not supported here."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_CURRENCY" | "INVALID_AMOUNT" | "QUOTE_EXPIRED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["QUOTE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxReceive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "senderUmaAddress": "$success.usd@sandbox.uma.money",
                 *       "receiverUmaAddress": "$ada@demo.example",
                 *       "customerId": "text",
                 *       "receivingCurrencyCode": "USD",
                 *       "receivingCurrencyAmount": 1000
                 *     }
                 */
                "application/json": {
                    /** @example $success.usd@sandbox.uma.money */
                    senderUmaAddress: string;
                    /** @example $ada@demo.example */
                    receiverUmaAddress?: string;
                    customerId?: string;
                    /**
                     * Format: currency
                     * @example USD
                     */
                    receivingCurrencyCode: string;
                    /** @example 1000 */
                    receivingCurrencyAmount: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /**
             * @description `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `AMOUNT_OUT_OF_RANGE`: The amount is out of range.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_CURRENCY",
                     *       "reason": "The currency is not supported here.",
                     *       "status": 400,
                     *       "message": "The currency is not supported here."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_CURRENCY" | "AMOUNT_OUT_OF_RANGE" | "QUOTE_EXPIRED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `USER_NOT_FOUND`: No such customer.
             *
             *     `UMA_NOT_FOUND`: No such UMA address.
             *
             *     `REFERENCE_NOT_FOUND`: No such object or path.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_FOUND",
                     *       "reason": "No such customer.",
                     *       "status": 404,
                     *       "message": "No such customer."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_FOUND" | "UMA_NOT_FOUND" | "REFERENCE_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "text",
                     *       "response_status": 1,
                     *       "response_body": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["TestWebhookResponse"];
                };
            };
            /**
             * @description `WEBHOOK_ENDPOINT_NOT_SET`: No webhook endpoint is configured.
             *
             *     `WEBHOOK_DELIVERY_ERROR`: The webhook could not be delivered.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WEBHOOK_ENDPOINT_NOT_SET",
                     *       "reason": "No webhook endpoint is configured.",
                     *       "status": 400,
                     *       "message": "No webhook endpoint is configured."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSandboxMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "text",
                     *           "channel": "EMAIL",
                     *           "to": "text",
                     *           "from": "text",
                     *           "subject": "text",
                     *           "text": "text",
                     *           "sentAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxMessageList"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1,
                 *       "currency": {
                 *         "code": "USD",
                 *         "name": "text",
                 *         "symbol": "text",
                 *         "decimals": 0
                 *       },
                 *       "merchant": {
                 *         "descriptor": "BLUE BOTTLE COFFEE",
                 *         "mcc": "5814",
                 *         "country": "USA"
                 *       }
                 *     }
                 */
                "application/json": {
                    amount: number;
                    currency: {
                        /** @example USD */
                        code: string;
                        name?: string;
                        symbol?: string;
                        decimals?: number;
                    };
                    merchant: {
                        /**
                         * @description Its last characters choose what happens: `002` declined for insufficient funds, `003` declined as if paused, `005` told 30 seconds late, `006` approved, but the money cannot be taken.
                         * @example BLUE BOTTLE COFFEE
                         */
                        descriptor: string;
                        /** @example 5814 */
                        mcc?: string;
                        /** @example USA */
                        country?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardClearing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardTransactionId": "CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                 *       "amount": 0
                 *     }
                 */
                "application/json": {
                    /** @example CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    cardTransactionId: string;
                    /** @description In cents: the smallest unit of the currency that merchants are paid in. */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `TRANSACTION_NOT_FOUND`: No such transaction.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "TRANSACTION_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardReturn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardTransactionId": "CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                 *       "amount": 1
                 *     }
                 */
                "application/json": {
                    /** @example CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    cardTransactionId: string;
                    /** @description In cents: the smallest unit of the currency that merchants are paid in. */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `TRANSACTION_NOT_FOUND`: No such transaction.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "TRANSACTION_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardBalanceInquiry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "merchant": {
                 *         "descriptor": "BLUE BOTTLE COFFEE",
                 *         "mcc": "5814",
                 *         "country": "USA"
                 *       }
                 *     }
                 */
                "application/json": {
                    merchant: {
                        /**
                         * @description Its last characters choose what happens: `002` declined for insufficient funds, `003` declined as if paused, `005` told 30 seconds late, `006` approved, but the money cannot be taken.
                         * @example BLUE BOTTLE COFFEE
                         */
                        descriptor: string;
                        /** @example 5814 */
                        mcc?: string;
                        /** @example USA */
                        country?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardCreditAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1,
                 *       "currency": {
                 *         "code": "USD",
                 *         "name": "text",
                 *         "symbol": "text",
                 *         "decimals": 0
                 *       },
                 *       "merchant": {
                 *         "descriptor": "BLUE BOTTLE COFFEE",
                 *         "mcc": "5814",
                 *         "country": "USA"
                 *       }
                 *     }
                 */
                "application/json": {
                    amount: number;
                    currency: {
                        /** @example USD */
                        code: string;
                        name?: string;
                        symbol?: string;
                        decimals?: number;
                    };
                    merchant: {
                        /**
                         * @description Its last characters choose what happens: `002` declined for insufficient funds, `003` declined as if paused, `005` told 30 seconds late, `006` approved, but the money cannot be taken.
                         * @example BLUE BOTTLE COFFEE
                         */
                        descriptor: string;
                        /** @example 5814 */
                        mcc?: string;
                        /** @example USA */
                        country?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardFinancialAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1,
                 *       "currency": {
                 *         "code": "USD",
                 *         "name": "text",
                 *         "symbol": "text",
                 *         "decimals": 0
                 *       },
                 *       "merchant": {
                 *         "descriptor": "BLUE BOTTLE COFFEE",
                 *         "mcc": "5814",
                 *         "country": "USA"
                 *       }
                 *     }
                 */
                "application/json": {
                    amount: number;
                    currency: {
                        /** @example USD */
                        code: string;
                        name?: string;
                        symbol?: string;
                        decimals?: number;
                    };
                    merchant: {
                        /**
                         * @description Its last characters choose what happens: `002` declined for insufficient funds, `003` declined as if paused, `005` told 30 seconds late, `006` approved, but the money cannot be taken.
                         * @example BLUE BOTTLE COFFEE
                         */
                        descriptor: string;
                        /** @example 5814 */
                        mcc?: string;
                        /** @example USA */
                        country?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardFinancialCreditAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1,
                 *       "currency": {
                 *         "code": "USD",
                 *         "name": "text",
                 *         "symbol": "text",
                 *         "decimals": 0
                 *       },
                 *       "merchant": {
                 *         "descriptor": "BLUE BOTTLE COFFEE",
                 *         "mcc": "5814",
                 *         "country": "USA"
                 *       }
                 *     }
                 */
                "application/json": {
                    amount: number;
                    currency: {
                        /** @example USD */
                        code: string;
                        name?: string;
                        symbol?: string;
                        decimals?: number;
                    };
                    merchant: {
                        /**
                         * @description Its last characters choose what happens: `002` declined for insufficient funds, `003` declined as if paused, `005` told 30 seconds late, `006` approved, but the money cannot be taken.
                         * @example BLUE BOTTLE COFFEE
                         */
                        descriptor: string;
                        /** @example 5814 */
                        mcc?: string;
                        /** @example USA */
                        country?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardAuthorizationAdvice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardTransactionId": "CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                 *       "amount": 1
                 *     }
                 */
                "application/json": {
                    /** @example CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    cardTransactionId: string;
                    /** @description In cents: the smallest unit of the currency that merchants are paid in. */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `TRANSACTION_NOT_FOUND`: No such transaction.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "TRANSACTION_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardCreditAuthorizationAdvice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1,
                 *       "currency": {
                 *         "code": "USD",
                 *         "name": "text",
                 *         "symbol": "text",
                 *         "decimals": 0
                 *       },
                 *       "merchant": {
                 *         "descriptor": "BLUE BOTTLE COFFEE",
                 *         "mcc": "5814",
                 *         "country": "USA"
                 *       }
                 *     }
                 */
                "application/json": {
                    amount: number;
                    currency: {
                        /** @example USD */
                        code: string;
                        name?: string;
                        symbol?: string;
                        decimals?: number;
                    };
                    merchant: {
                        /**
                         * @description Its last characters choose what happens: `002` declined for insufficient funds, `003` declined as if paused, `005` told 30 seconds late, `006` approved, but the money cannot be taken.
                         * @example BLUE BOTTLE COFFEE
                         */
                        descriptor: string;
                        /** @example 5814 */
                        mcc?: string;
                        /** @example USA */
                        country?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxSimulateCardReturnReversal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardTransactionId": "CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                 *     }
                 */
                "application/json": {
                    /** @example CardTransaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    cardTransactionId: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuerTransactionToken": "text"
                     *     }
                     */
                    "application/json": {
                        issuerTransactionToken: string;
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `TRANSACTION_NOT_FOUND`: No such transaction.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "TRANSACTION_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                name?: string;
                createdAfter?: string;
                createdBefore?: string;
                updatedAfter?: string;
                updatedBefore?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Token:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "name": "text",
                     *           "permissions": [
                     *             "VIEW"
                     *           ],
                     *           "clientId": "text",
                     *           "clientSecret": "text",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["TokenListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Payouts, production",
                 *       "permissions": [
                 *         "VIEW"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiTokenCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Token:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "text",
                     *       "permissions": [
                     *         "VIEW"
                     *       ],
                     *       "clientId": "text",
                     *       "clientSecret": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTokenById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Token:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "text",
                     *       "permissions": [
                     *         "VIEW"
                     *       ],
                     *       "clientId": "text",
                     *       "clientSecret": "text",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TOKEN_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteTokenById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TOKEN_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentExecuteQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
            };
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "allowDuplicate": true
                 *     }
                 */
                "application/json": {
                    /** @description Without an `Idempotency-Key` the same request within ten minutes gets the first action back, unless that has FAILED. True: it is meant as another one. */
                    allowDuplicate?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAction"];
                };
            };
            /**
             * @description `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "QUOTE_EXPIRED",
                     *       "reason": "The quote is expired; make a new one.",
                     *       "status": 400,
                     *       "message": "The quote is expired; make a new one."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "QUOTE_EXPIRED" | "INSUFFICIENT_FUNDS" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["QUOTE_NOT_FOUND"];
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentCreateTransferIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": {
                 *         "accountId": "text"
                 *       },
                 *       "destination": {
                 *         "accountId": "text"
                 *       },
                 *       "amount": 10000,
                 *       "allowDuplicate": true
                 *     }
                 */
                "application/json": {
                    source: {
                        accountId: string;
                    };
                    destination: {
                        accountId: string;
                    };
                    /** @example 10000 */
                    amount: number;
                    /** @description Without an `Idempotency-Key` the same request within ten minutes gets the first action back, unless that has FAILED. True: it is meant as another one. */
                    allowDuplicate?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAction"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "INVALID_CURRENCY" | "QUOTE_EXPIRED" | "INVALID_AMOUNT" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentCreateTransferOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": {
                 *         "accountId": "text"
                 *       },
                 *       "destination": {
                 *         "accountId": "text",
                 *         "paymentRail": "text"
                 *       },
                 *       "amount": 10000,
                 *       "remittanceInformation": "text",
                 *       "purposeOfPayment": "GIFT",
                 *       "allowDuplicate": true
                 *     }
                 */
                "application/json": {
                    source: {
                        accountId: string;
                    };
                    destination: {
                        accountId: string;
                        paymentRail?: string;
                    };
                    /** @example 10000 */
                    amount: number;
                    remittanceInformation?: string;
                    purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
                    /** @description Without an `Idempotency-Key` the same request within ten minutes gets the first action back, unless that has FAILED. True: it is meant as another one. */
                    allowDuplicate?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAction"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The destination must be verified first.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `AMOUNT_OUT_OF_RANGE`: The amount is out of range.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INVALID_CURRENCY" | "AMOUNT_OUT_OF_RANGE" | "QUOTE_EXPIRED" | "INVALID_AMOUNT" | "INSUFFICIENT_FUNDS" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `BANK_ACCOUNT_VALIDATION_PENDING`: The account is being validated.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentListActions: {
        parameters: {
            query?: {
                status?: components["schemas"]["AgentActionStatus"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentActionListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentGetAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                actionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAction"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    evaluateOwnPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": {
                 *         "type": "EXECUTE_QUOTE",
                 *         "quoteId": "text"
                 *       }
                 *     }
                 */
                "application/json": {
                    action: components["schemas"]["AgentActionToEvaluate"];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "ALLOW",
                     *       "rules": [
                     *         {
                     *           "rule": "DAILY_LIMIT",
                     *           "decision": "ALLOW",
                     *           "limit": 0,
                     *           "used": 0,
                     *           "requested": 0,
                     *           "currency": "USD",
                     *           "permission": "text"
                     *         }
                     *       ],
                     *       "remaining": {
                     *         "currency": "USD",
                     *         "perTransaction": 0,
                     *         "daily": 0,
                     *         "dailyTransactions": 0,
                     *         "monthly": 0
                     *       },
                     *       "lastActions": [
                     *         {
                     *           "actionId": "AgentAction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "decision": "ALLOW",
                     *           "rules": [
                     *             {
                     *               "rule": "DAILY_LIMIT",
                     *               "decision": "ALLOW",
                     *               "limit": 0,
                     *               "used": 0,
                     *               "requested": 0,
                     *               "currency": "USD",
                     *               "permission": "text"
                     *             }
                     *           ],
                     *           "remaining": {
                     *             "currency": "USD",
                     *             "perTransaction": 0,
                     *             "daily": 0,
                     *             "dailyTransactions": 0,
                     *             "monthly": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AgentPolicyEvaluation"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The destination must be verified first.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INVALID_CURRENCY" | "INVALID_AMOUNT" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `QUOTE_NOT_FOUND`: No such quote.
             *
             *     `REFERENCE_NOT_FOUND`: No such object or path.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "QUOTE_NOT_FOUND",
                     *       "reason": "No such quote.",
                     *       "status": 404,
                     *       "message": "No such quote."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "QUOTE_NOT_FOUND" | "REFERENCE_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `BANK_ACCOUNT_VALIDATION_PENDING`: The account is being validated.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAgentApprovals: {
        parameters: {
            query?: {
                agentId?: string;
                customerId?: string;
                startDate?: string;
                endDate?: string;
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentActionListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    approveAgentAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                actionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAction"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rejectAgentAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                actionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "text"
                 *     }
                 */
                "application/json": components["schemas"]["AgentActionRejectRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAction"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    evaluateAgentPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": {
                 *         "type": "EXECUTE_QUOTE",
                 *         "quoteId": "text"
                 *       },
                 *       "policy": {
                 *         "permissions": [
                 *           "VIEW_TRANSACTIONS"
                 *         ],
                 *         "defaultExecutionMode": "AUTO",
                 *         "spendingLimits": {
                 *           "currency": "USD",
                 *           "perTransactionLimit": 50000,
                 *           "dailyLimit": 100000,
                 *           "dailyTransactionLimit": 20,
                 *           "monthlyLimit": 100000
                 *         },
                 *         "accountRestrictions": {
                 *           "allowedAccountIds": [
                 *             "text"
                 *           ],
                 *           "accountRules": [
                 *             {
                 *               "accountId": "text",
                 *               "executionMode": "AUTO",
                 *               "perTransactionLimit": 100000
                 *             }
                 *           ]
                 *         },
                 *         "approvalThresholds": {
                 *           "currency": "USD",
                 *           "amount": 100000
                 *         }
                 *       },
                 *       "lastActions": 1
                 *     }
                 */
                "application/json": {
                    action?: components["schemas"]["AgentActionToEvaluate"];
                    /** @description A policy that is not in force; else that in force. */
                    policy?: {
                        permissions: components["schemas"]["AgentPermission"][];
                        defaultExecutionMode: components["schemas"]["AgentExecutionMode"];
                        spendingLimits: components["schemas"]["AgentSpendingLimits"];
                        accountRestrictions?: components["schemas"]["AgentAccountRestrictions"];
                        approvalThresholds?: components["schemas"]["AgentApprovalThresholds"];
                    };
                    /** @description How many of the agent’s last actions are judged. */
                    lastActions?: number;
                } | unknown | unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "ALLOW",
                     *       "rules": [
                     *         {
                     *           "rule": "DAILY_LIMIT",
                     *           "decision": "ALLOW",
                     *           "limit": 0,
                     *           "used": 0,
                     *           "requested": 0,
                     *           "currency": "USD",
                     *           "permission": "text"
                     *         }
                     *       ],
                     *       "remaining": {
                     *         "currency": "USD",
                     *         "perTransaction": 0,
                     *         "daily": 0,
                     *         "dailyTransactions": 0,
                     *         "monthly": 0
                     *       },
                     *       "lastActions": [
                     *         {
                     *           "actionId": "AgentAction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "decision": "ALLOW",
                     *           "rules": [
                     *             {
                     *               "rule": "DAILY_LIMIT",
                     *               "decision": "ALLOW",
                     *               "limit": 0,
                     *               "used": 0,
                     *               "requested": 0,
                     *               "currency": "USD",
                     *               "permission": "text"
                     *             }
                     *           ],
                     *           "remaining": {
                     *             "currency": "USD",
                     *             "perTransaction": 0,
                     *             "daily": 0,
                     *             "dailyTransactions": 0,
                     *             "monthly": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AgentPolicyEvaluation"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The destination must be verified first.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INVALID_CURRENCY" | "INVALID_AMOUNT" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `QUOTE_NOT_FOUND`: No such quote.
             *
             *     `REFERENCE_NOT_FOUND`: No such object or path.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "QUOTE_NOT_FOUND",
                     *       "reason": "No such quote.",
                     *       "status": 404,
                     *       "message": "No such quote."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "QUOTE_NOT_FOUND" | "REFERENCE_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `BANK_ACCOUNT_VALIDATION_PENDING`: The account is being validated.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                customerId?: string;
                isPaused?: boolean;
                isConnected?: boolean;
                createdAfter?: string;
                createdBefore?: string;
                updatedAfter?: string;
                updatedBefore?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "name": "Invoices",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "isPaused": true,
                     *           "isConnected": true,
                     *           "policy": {
                     *             "permissions": [
                     *               "VIEW_TRANSACTIONS"
                     *             ],
                     *             "defaultExecutionMode": "AUTO",
                     *             "spendingLimits": {
                     *               "currency": "USD",
                     *               "perTransactionLimit": 50000,
                     *               "dailyLimit": 100000,
                     *               "dailyTransactionLimit": 20,
                     *               "monthlyLimit": 100000
                     *             },
                     *             "accountRestrictions": {
                     *               "allowedAccountIds": [
                     *                 "text"
                     *               ],
                     *               "accountRules": [
                     *                 {
                     *                   "accountId": "text",
                     *                   "executionMode": "AUTO",
                     *                   "perTransactionLimit": 100000
                     *                 }
                     *               ]
                     *             },
                     *             "approvalThresholds": {
                     *               "currency": "USD",
                     *               "amount": 100000
                     *             }
                     *           },
                     *           "usage": {
                     *             "dailyTransactionCount": 3,
                     *             "dailySpend": 0,
                     *             "dailyResetDate": "1990-01-31",
                     *             "monthlySpend": 0,
                     *             "monthlyResetMonth": "2026-01"
                     *           },
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AgentListResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices",
                 *       "customerId": "text",
                 *       "policy": {
                 *         "permissions": [
                 *           "VIEW_TRANSACTIONS"
                 *         ],
                 *         "defaultExecutionMode": "AUTO",
                 *         "spendingLimits": {
                 *           "currency": "USD",
                 *           "perTransactionLimit": 50000,
                 *           "dailyLimit": 100000,
                 *           "dailyTransactionLimit": 20,
                 *           "monthlyLimit": 100000
                 *         },
                 *         "accountRestrictions": {
                 *           "allowedAccountIds": [
                 *             "text"
                 *           ],
                 *           "accountRules": [
                 *             {
                 *               "accountId": "text",
                 *               "executionMode": "AUTO",
                 *               "perTransactionLimit": 100000
                 *             }
                 *           ]
                 *         },
                 *         "approvalThresholds": {
                 *           "currency": "USD",
                 *           "amount": 100000
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AgentCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent": {
                     *         "id": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "name": "Invoices",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "isPaused": true,
                     *         "isConnected": true,
                     *         "policy": {
                     *           "permissions": [
                     *             "VIEW_TRANSACTIONS"
                     *           ],
                     *           "defaultExecutionMode": "AUTO",
                     *           "spendingLimits": {
                     *             "currency": "USD",
                     *             "perTransactionLimit": 50000,
                     *             "dailyLimit": 100000,
                     *             "dailyTransactionLimit": 20,
                     *             "monthlyLimit": 100000
                     *           },
                     *           "accountRestrictions": {
                     *             "allowedAccountIds": [
                     *               "text"
                     *             ],
                     *             "accountRules": [
                     *               {
                     *                 "accountId": "text",
                     *                 "executionMode": "AUTO",
                     *                 "perTransactionLimit": 100000
                     *               }
                     *             ]
                     *           },
                     *           "approvalThresholds": {
                     *             "currency": "USD",
                     *             "amount": 100000
                     *           }
                     *         },
                     *         "usage": {
                     *           "dailyTransactionCount": 3,
                     *           "dailySpend": 0,
                     *           "dailyResetDate": "1990-01-31",
                     *           "monthlySpend": 0,
                     *           "monthlyResetMonth": "2026-01"
                     *         },
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z"
                     *       },
                     *       "deviceCode": {
                     *         "code": "7K3M-9QXR-2TVW",
                     *         "agentId": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "redeemed": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AgentCreateResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "Invoices",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "isPaused": true,
                     *       "isConnected": true,
                     *       "policy": {
                     *         "permissions": [
                     *           "VIEW_TRANSACTIONS"
                     *         ],
                     *         "defaultExecutionMode": "AUTO",
                     *         "spendingLimits": {
                     *           "currency": "USD",
                     *           "perTransactionLimit": 50000,
                     *           "dailyLimit": 100000,
                     *           "dailyTransactionLimit": 20,
                     *           "monthlyLimit": 100000
                     *         },
                     *         "accountRestrictions": {
                     *           "allowedAccountIds": [
                     *             "text"
                     *           ],
                     *           "accountRules": [
                     *             {
                     *               "accountId": "text",
                     *               "executionMode": "AUTO",
                     *               "perTransactionLimit": 100000
                     *             }
                     *           ]
                     *         },
                     *         "approvalThresholds": {
                     *           "currency": "USD",
                     *           "amount": 100000
                     *         }
                     *       },
                     *       "usage": {
                     *         "dailyTransactionCount": 3,
                     *         "dailySpend": 0,
                     *         "dailyResetDate": "1990-01-31",
                     *         "monthlySpend": 0,
                     *         "monthlyResetMonth": "2026-01"
                     *       },
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices",
                 *       "isPaused": true
                 *     }
                 */
                "application/json": components["schemas"]["AgentUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "Invoices",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "isPaused": true,
                     *       "isConnected": true,
                     *       "policy": {
                     *         "permissions": [
                     *           "VIEW_TRANSACTIONS"
                     *         ],
                     *         "defaultExecutionMode": "AUTO",
                     *         "spendingLimits": {
                     *           "currency": "USD",
                     *           "perTransactionLimit": 50000,
                     *           "dailyLimit": 100000,
                     *           "dailyTransactionLimit": 20,
                     *           "monthlyLimit": 100000
                     *         },
                     *         "accountRestrictions": {
                     *           "allowedAccountIds": [
                     *             "text"
                     *           ],
                     *           "accountRules": [
                     *             {
                     *               "accountId": "text",
                     *               "executionMode": "AUTO",
                     *               "perTransactionLimit": 100000
                     *             }
                     *           ]
                     *         },
                     *         "approvalThresholds": {
                     *           "currency": "USD",
                     *           "amount": 100000
                     *         }
                     *       },
                     *       "usage": {
                     *         "dailyTransactionCount": 3,
                     *         "dailySpend": 0,
                     *         "dailyResetDate": "1990-01-31",
                     *         "monthlySpend": 0,
                     *         "monthlyResetMonth": "2026-01"
                     *       },
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateAgentPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "VIEW_TRANSACTIONS"
                 *       ],
                 *       "defaultExecutionMode": "AUTO",
                 *       "spendingLimits": {
                 *         "currency": "USD",
                 *         "perTransactionLimit": 50000,
                 *         "dailyLimit": 100000,
                 *         "dailyTransactionLimit": 20,
                 *         "monthlyLimit": 100000
                 *       },
                 *       "accountRestrictions": {
                 *         "allowedAccountIds": [
                 *           "text"
                 *         ],
                 *         "accountRules": [
                 *           {
                 *             "accountId": "text",
                 *             "executionMode": "AUTO",
                 *             "perTransactionLimit": 100000
                 *           }
                 *         ]
                 *       },
                 *       "approvalThresholds": {
                 *         "currency": "USD",
                 *         "amount": 100000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AgentPolicyUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "Invoices",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "isPaused": true,
                     *       "isConnected": true,
                     *       "policy": {
                     *         "permissions": [
                     *           "VIEW_TRANSACTIONS"
                     *         ],
                     *         "defaultExecutionMode": "AUTO",
                     *         "spendingLimits": {
                     *           "currency": "USD",
                     *           "perTransactionLimit": 50000,
                     *           "dailyLimit": 100000,
                     *           "dailyTransactionLimit": 20,
                     *           "monthlyLimit": 100000
                     *         },
                     *         "accountRestrictions": {
                     *           "allowedAccountIds": [
                     *             "text"
                     *           ],
                     *           "accountRules": [
                     *             {
                     *               "accountId": "text",
                     *               "executionMode": "AUTO",
                     *               "perTransactionLimit": 100000
                     *             }
                     *           ]
                     *         },
                     *         "approvalThresholds": {
                     *           "currency": "USD",
                     *           "amount": 100000
                     *         }
                     *       },
                     *       "usage": {
                     *         "dailyTransactionCount": 3,
                     *         "dailySpend": 0,
                     *         "dailyResetDate": "1990-01-31",
                     *         "monthlySpend": 0,
                     *         "monthlyResetMonth": "2026-01"
                     *       },
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    regenerateAgentDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "7K3M-9QXR-2TVW",
                     *       "agentId": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "redeemed": true
                     *     }
                     */
                    "application/json": components["schemas"]["AgentDeviceCode"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentDeviceCodeStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "text",
                     *       "redeemed": true
                     *     }
                     */
                    "application/json": components["schemas"]["AgentDeviceCodeStatusResponse"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    redeemAgentDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agentId": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "agentName": "text",
                     *       "accessToken": "text",
                     *       "policy": {
                     *         "permissions": [
                     *           "VIEW_TRANSACTIONS"
                     *         ],
                     *         "defaultExecutionMode": "AUTO",
                     *         "spendingLimits": {
                     *           "currency": "USD",
                     *           "perTransactionLimit": 50000,
                     *           "dailyLimit": 100000,
                     *           "dailyTransactionLimit": 20,
                     *           "monthlyLimit": 100000
                     *         },
                     *         "accountRestrictions": {
                     *           "allowedAccountIds": [
                     *             "text"
                     *           ],
                     *           "accountRules": [
                     *             {
                     *               "accountId": "text",
                     *               "executionMode": "AUTO",
                     *               "perTransactionLimit": 100000
                     *             }
                     *           ]
                     *         },
                     *         "approvalThresholds": {
                     *           "currency": "USD",
                     *           "amount": 100000
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AgentDeviceCodeRedeemResponse"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Agent:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "name": "Invoices",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "isPaused": true,
                     *       "isConnected": true,
                     *       "policy": {
                     *         "permissions": [
                     *           "VIEW_TRANSACTIONS"
                     *         ],
                     *         "defaultExecutionMode": "AUTO",
                     *         "spendingLimits": {
                     *           "currency": "USD",
                     *           "perTransactionLimit": 50000,
                     *           "dailyLimit": 100000,
                     *           "dailyTransactionLimit": 20,
                     *           "monthlyLimit": 100000
                     *         },
                     *         "accountRestrictions": {
                     *           "allowedAccountIds": [
                     *             "text"
                     *           ],
                     *           "accountRules": [
                     *             {
                     *               "accountId": "text",
                     *               "executionMode": "AUTO",
                     *               "perTransactionLimit": 100000
                     *             }
                     *           ]
                     *         },
                     *         "approvalThresholds": {
                     *           "currency": "USD",
                     *           "amount": 100000
                     *         }
                     *       },
                     *       "usage": {
                     *         "dailyTransactionCount": 3,
                     *         "dailySpend": 0,
                     *         "dailyResetDate": "1990-01-31",
                     *         "monthlySpend": 0,
                     *         "monthlyResetMonth": "2026-01"
                     *       },
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentListInternalAccounts: {
        parameters: {
            query?: {
                type?: components["schemas"]["InternalAccountType"];
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {
                     *               "instructionsNotes": "text",
                     *               "accountOrWalletInfo": {
                     *                 "accountType": "text",
                     *                 "payloadToSign": "text",
                     *                 "reference": "text",
                     *                 "address": "text",
                     *                 "assetType": "text"
                     *               }
                     *             }
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentListExternalAccounts: {
        parameters: {
            query?: {
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentCreateExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentExternalAccountCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /**
             * @description `INVALID_BANK_ACCOUNT`: The bank account is not valid.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_BANK_ACCOUNT",
                     *       "reason": "The bank account is not valid.",
                     *       "status": 400,
                     *       "message": "The bank account is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_BANK_ACCOUNT" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["DUPLICATE_EXTERNAL_ACCOUNT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentGetExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentDeleteExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["BENEFICIARY_TRUSTED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentListTransactions: {
        parameters: {
            query?: {
                accountIdentifier?: string;
                senderAccountIdentifier?: string;
                receiverAccountIdentifier?: string;
                status?: components["schemas"]["AnyTransactionStatus"];
                type?: components["schemas"]["TransactionType"];
                reference?: string;
                startDate?: string;
                endDate?: string;
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentGetTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionOneOf"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentCreateQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lookupId": "text",
                 *       "source": {
                 *         "sourceType": "ACCOUNT",
                 *         "accountId": "text",
                 *         "customerId": "text"
                 *       },
                 *       "destination": {
                 *         "destinationType": "ACCOUNT",
                 *         "accountId": "text",
                 *         "paymentRail": "text"
                 *       },
                 *       "lockedCurrencySide": "SENDING",
                 *       "lockedCurrencyAmount": 5000000,
                 *       "description": "text",
                 *       "remittanceInformation": "text",
                 *       "purposeOfPayment": "GIFT",
                 *       "scaFactor": "SMS_OTP",
                 *       "senderCustomerInfo": {}
                 *     }
                 */
                "application/json": components["schemas"]["AgentQuoteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The destination must be verified first.
             *
             *     `SELF_PAYMENT`: Source and destination are the same account.
             *
             *     `INVALID_RECEIVER`: The receiver is not valid.
             *
             *     `INVALID_CURRENCY`: The currency is not supported here.
             *
             *     `SENDER_NOT_ACCEPTED`: The receiver does not accept this sender.
             *
             *     `MISSING_REQUIRED_UMA_PARAMETERS`: UMA parameters are missing.
             *
             *     `AMOUNT_OUT_OF_RANGE`: The amount is out of range.
             *
             *     `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "SELF_PAYMENT" | "INVALID_RECEIVER" | "INVALID_CURRENCY" | "SENDER_NOT_ACCEPTED" | "MISSING_REQUIRED_UMA_PARAMETERS" | "AMOUNT_OUT_OF_RANGE" | "INVALID_AMOUNT" | "QUOTE_EXPIRED" | "INSUFFICIENT_FUNDS" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description `USER_NOT_READY`: The customer is not ready.
             *
             *     `END_USER_TERMS_NOT_ACCEPTED`: The customer has not accepted the terms.
             *
             *     `FORBIDDEN`: The credentials do not permit this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "USER_NOT_READY",
                     *       "reason": "The customer is not ready.",
                     *       "status": 403,
                     *       "message": "The customer is not ready."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "USER_NOT_READY" | "END_USER_TERMS_NOT_ACCEPTED" | "FORBIDDEN";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `REFERENCE_NOT_FOUND`: No such object or path.
             *
             *     `USER_NOT_FOUND`: No such customer.
             *
             *     `LOOKUP_REQUEST_NOT_FOUND`: No such lookup.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "REFERENCE_NOT_FOUND",
                     *       "reason": "No such object or path.",
                     *       "status": 404,
                     *       "message": "No such object or path."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "REFERENCE_NOT_FOUND" | "USER_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `SCA_SESSION_REQUIRED`: The customer must log in again.
             *
             *     `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `BANK_ACCOUNT_VALIDATION_PENDING`: The account is being validated.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SCA_SESSION_REQUIRED",
                     *       "reason": "The customer must log in again.",
                     *       "status": 409,
                     *       "message": "The customer must log in again."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "SCA_SESSION_REQUIRED" | "WALLET_NOT_PROVISIONED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentGetQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "currency": "text",
                     *         "cryptoNetwork": "text"
                     *       },
                     *       "destination": {
                     *         "destinationType": "ACCOUNT",
                     *         "accountId": "text",
                     *         "umaAddress": "text",
                     *         "currency": "text",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text",
                     *             "reference": "text",
                     *             "address": "text",
                     *             "assetType": "text"
                     *           }
                     *         }
                     *       ],
                     *       "scaChallenge": {
                     *         "id": "ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "expiresAt": "2026-01-15T09:30:00.000Z",
                     *         "factor": "SMS_OTP",
                     *         "availableFactors": [
                     *           "SMS_OTP"
                     *         ],
                     *         "purpose": "text",
                     *         "passkeyAssertionOptions": {},
                     *         "passkeyAllowedOrigins": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["QUOTE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    outgoingPaymentWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PENDING_AUTHORIZATION" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Transaction"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    incomingPaymentWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "INCOMING_PAYMENT.REFUND_PENDING" | "INCOMING_PAYMENT.REFUND_COMPLETED" | "INCOMING_PAYMENT.REFUND_FAILED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Transaction"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    customerUpdateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["CustomerOneOf"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verificationUpdateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Verification"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    internalAccountStatusWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["InternalAccount"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    externalAccountStatusWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "EXTERNAL_ACCOUNT.STATUS_UPDATED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["ExternalAccount"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentActionWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "AGENT_ACTION.PENDING_APPROVAL";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["AgentAction"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cardChangeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Card"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cardTransactionWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["CardTransaction"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    invitationClaimedWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "INVITATION.CLAIMED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["UmaInvitation"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    bulkUploadWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["BulkCustomerImportJob"];
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testWebhookWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Webhook:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                    id: string;
                    /** @enum {string} */
                    type: "TEST";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T09:30:00.000Z
                     */
                    timestamp: string;
                    data: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Accepted, like any 2xx. The response body is not read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A duplicate: the same `id` was accepted before. No more retries. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
